import { findStep } from '@tuneport/domain/states/machine';
import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SupportContext } from '../support-context.ts';
import { presentHead } from './present-ticket.ts';
import { type Initiator, stepTicket, writeEvent } from './step-ticket.ts';
import { mailMerged } from './ticket-mails.ts';
import { endTicketLinks, filesOf, messagesOf, type TicketRow, ticketById } from './ticket-queries.ts';

/** Why two tickets cannot be merged; null if they can. A merge must never show one customer's messages to another. */
function mergeProblem(from: TicketRow, into: TicketRow): string | null {
  if (from.id === into.id) return 'This is the same ticket.';
  if (into.state === 'merged' || into.state === 'spam') return 'That ticket is merged or marked as spam.';
  if (!findStep(ticketMachine, from.state, 'merge', 'staff')) return 'This ticket can no longer be merged.';
  const sameUser = from.user_id !== null && from.user_id === into.user_id;
  const sameAddress = from.email !== null && from.email.toLowerCase() === into.email?.toLowerCase();
  return sameUser || sameAddress
    ? null
    : 'These tickets belong to two customers. Only tickets of the same customer can be merged.';
}

export async function previewMerge(db: Db, fromId: number, intoId: number) {
  const [from, into] = [await ticketById(db, fromId), await ticketById(db, intoId)];
  if (!from || !into) throw new Refusal('not_found');
  const [messages, files] = await Promise.all([messagesOf(db, fromId, true), filesOf(db, fromId)]);
  return {
    into: { ...presentHead(into), customer_name: into.customer_name, email: into.email },
    // The description also becomes a message.
    messages: messages.length + 1,
    files: files.length,
    problem: mergeProblem(from, into),
  };
}

/** Moves all messages of one ticket into the other in chronological order and mails its customer a new link. */
export async function mergeTickets(
  support: SupportContext,
  initiator: Initiator,
  fromId: number,
  intoId: number,
): Promise<TicketRow> {
  const { db, now } = support;
  // A consistent lock order prevents deadlocks between two merges.
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
  const merged = await stepTicket(support, from, 'merge', initiator, {
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
    initiator,
    detail: { from: fromId },
  });
  // A shared address proves nothing about who holds the link of the other ticket, which now shows messages of both.
  if (from.user_id === null || from.user_id !== into.user_id) await endTicketLinks(db, intoId);
  await mailMerged(support, after, merged);
  return after;
}
