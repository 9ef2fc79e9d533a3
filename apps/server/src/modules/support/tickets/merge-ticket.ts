import { ticketStep } from '@tuneport/domain/support/ticket-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SupportContext } from '../desk.ts';
import { presentHead } from './present-ticket.ts';
import { type Doer, stepTicket, writeEvent } from './step-ticket.ts';
import { mailMerged } from './ticket-mails.ts';
import { filesOf, messagesOf, type TicketRow, ticketById } from './ticket-queries.ts';

/** Why two tickets may not become one, in words; null when they may. Strangers never read each other's words by a merge. */
export function mergeProblem(from: TicketRow, into: TicketRow): string | null {
  if (from.id === into.id) return 'This is the same ticket.';
  if (into.state === 'merged' || into.state === 'spam') return 'That ticket is not in use any more.';
  if (!ticketStep(from.state, 'merge', 'staff')) return 'This ticket cannot be joined any more.';
  const sameUser = from.user_id !== null && from.user_id === into.user_id;
  const sameAddress = from.email !== null && from.email.toLowerCase() === into.email?.toLowerCase();
  return sameUser || sameAddress
    ? null
    : 'These are tickets of two people. Only those of the same person can be joined.';
}

export async function previewMerge(db: Db, fromId: number, intoId: number) {
  const [from, into] = [await ticketById(db, fromId), await ticketById(db, intoId)];
  if (!from || !into) throw new Refusal('not_found');
  const [messages, files] = await Promise.all([messagesOf(db, fromId, true), filesOf(db, fromId)]);
  return {
    into: { ...presentHead(into), customer_name: into.customer_name, email: into.email },
    // The description becomes a message as well.
    messages: messages.length + 1,
    files: files.length,
    problem: mergeProblem(from, into),
  };
}

/** Everything said in one ticket goes into the other, in its order of time, and its customer is mailed a link to it. */
export async function mergeTickets(
  support: SupportContext,
  doer: Doer,
  fromId: number,
  intoId: number,
): Promise<TicketRow> {
  const { db, now } = support;
  // Two merges at once take their locks in one order.
  for (const id of [fromId, intoId].sort((a, b) => a - b)) await ticketById(db, id, 'lock');
  const [from, into] = [await ticketById(db, fromId), await ticketById(db, intoId)];
  if (!from || !into) throw new Refusal('not_found');
  const problem = mergeProblem(from, into);
  if (problem !== null) throw new Refusal('conflict', { message: problem });
  const opening = await db
    .insertInto('ticket_messages')
    .values({
      ticket_id: intoId,
      kind: 'customer',
      author_id: from.user_id,
      author_name: from.customer_name,
      text: `${from.title}\n\n${from.description}`,
      created_at: from.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('support_files')
    .set({ message_id: opening.id })
    .where('ticket_id', '=', fromId)
    .where('message_id', 'is', null)
    .execute();
  await db.updateTable('support_files').set({ ticket_id: intoId }).where('ticket_id', '=', fromId).execute();
  await db
    .updateTable('stored_files')
    .set({ belongs_to: `ticket:${intoId}` })
    .where('belongs_to', '=', `ticket:${fromId}`)
    .execute();
  await db.updateTable('ticket_messages').set({ ticket_id: intoId }).where('ticket_id', '=', fromId).execute();
  await db.updateTable('tickets').set({ merged_into: intoId }).where('merged_into', '=', fromId).execute();
  const merged = await stepTicket(support, from, 'merge', doer, {
    detail: { into: intoId },
    set: { merged_into: intoId, replies: 0 },
  });
  const after = await db
    .updateTable('tickets')
    .set({ replies: into.replies + from.replies + 1, last_at: now })
    .where('id', '=', intoId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeEvent(support, intoId, {
    event: 'joined',
    from: into.state,
    to: into.state,
    doer,
    detail: { from: fromId },
  });
  await mailMerged(support, after, merged);
  return after;
}
