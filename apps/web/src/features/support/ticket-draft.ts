import { readStored, writeStored } from '../../platform/storage.ts';

export type TicketDraft = { title: string; description: string; customer_name: string; email: string };

const key = 'ticket-draft';
export const noDraft: TicketDraft = { title: '', description: '', customer_name: '', email: '' };

/** The unsent draft, stored only in this browser. */
export function readDraft(): TicketDraft {
  const stored = readStored(key);
  if (typeof stored !== 'object' || stored === null) return noDraft;
  const text = (name: keyof TicketDraft) => {
    const value = (stored as Record<string, unknown>)[name];
    return typeof value === 'string' ? value.slice(0, 10_000) : '';
  };
  return {
    title: text('title'),
    description: text('description'),
    customer_name: text('customer_name'),
    email: text('email'),
  };
}

export const writeDraft = (draft: TicketDraft): void => writeStored(key, draft);
