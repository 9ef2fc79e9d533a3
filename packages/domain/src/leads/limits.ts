/** The most characters, or entries, of the fields of lead records. Forms, calls and imports keep to the same ones. */
export const leadLimits = {
  /** Of a contact or an organization. */
  name: 160,
  /** Of a deal or an opportunity. */
  title: 160,
  /** Of an activity or an e-mail. */
  subject: 160,
  reason: 500,
  /** Of a note, an activity's note or an e-mail. */
  note: 5000,
  comment: 2000,
  phone: 40,
  labelName: 40,
  /** Of a pipeline or a stage. */
  pipelineName: 60,
  /** Labels of one record. */
  labels: 30,
  /** E-mail addresses, and phone numbers, of one contact. */
  addresses: 10,
} as const;
