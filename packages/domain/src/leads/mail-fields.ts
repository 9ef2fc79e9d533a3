/** To and Cc together. */
export const mailRecipientsMax = 10;

/** Fields that a template of a mail from a deal can contain, as {{field}}. */
export const mailFields = ['contact', 'firstName', 'organization', 'deal', 'value', 'owner'] as const;
export type MailField = (typeof mailFields)[number];
export const mailFieldLabels: Readonly<Record<MailField, string>> = {
  contact: 'Name of the contact',
  firstName: 'First name of the contact',
  organization: 'Organization',
  deal: 'Title of the deal',
  value: 'Value of the deal',
  owner: 'Your name',
};

const field = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The text with its fields filled in. A field without a value stays, so that the author notices it before sending. */
export const fillFields = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(field, (whole, name: string) => (Object.hasOwn(values, name) ? values[name] || whole : whole));

/** Fields that are still in a text. */
export const openFields = (text: string): string[] => [...new Set([...text.matchAll(field)].map(([whole]) => whole))];
