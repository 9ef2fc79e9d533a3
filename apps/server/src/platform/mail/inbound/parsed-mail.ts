/** A received mail, as far as it is used. */
export type ParsedMail = {
  /** The address of From, in lower case; '' without exactly one. */
  readonly from: string;
  readonly subject: string;
  readonly messageId: string;
  /** Names in lower case, in the order of the message. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Addresses of To, Cc and the headers that mail servers add at delivery. */
  readonly recipients: readonly string[];
  /** What the person wrote, without the mail it answers (`replyText`). */
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
};

export type MailAttachment = {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
};
