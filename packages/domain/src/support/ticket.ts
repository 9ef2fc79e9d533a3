import { msg } from '../text/text.ts';

/** The fields of a ticket before it is sent. */
export type TicketDraft = { readonly title: string; readonly description: string; readonly customer_name: string };

export const ticketNotValidText = msg('ticket is not valid');

const missing: Readonly<Record<keyof TicketDraft, string>> = {
  title: msg('Enter a short title.'),
  description: msg('Describe what happened or what you need.'),
  customer_name: msg('Enter your name.'),
};

/** Validation errors by field; empty if valid. Shared by the form and the server. */
export function ticketProblems(draft: TicketDraft): Partial<Record<keyof TicketDraft, string>> {
  const empty = (Object.keys(missing) as (keyof TicketDraft)[]).filter((name) => draft[name].trim() === '');
  return Object.fromEntries(empty.map((name) => [name, missing[name]]));
}

export const isTicketValid = (draft: TicketDraft): boolean => Object.keys(ticketProblems(draft)).length === 0;

/** The human-readable ticket number in mails and on the phone. */
export const ticketNumber = (id: number): string => `T-${String(id).padStart(5, '0')}`;

export const ticketFileBytesMax = 16 * 1024 * 1024;
export const ticketFilesMax = 10;
export const ticketTextMax = 10_000;

/** How long a writer is shown to others after the last heartbeat. */
export const replyingForS = 20;
