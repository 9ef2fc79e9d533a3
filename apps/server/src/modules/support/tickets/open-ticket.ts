import { nextUpdatedAt } from '@tuneport/domain/precondition';
import { isTicketValid, type TicketDraft, ticketNotValidText, ticketProblems } from '@tuneport/domain/ticket';
import { freshClock } from '@tuneport/domain/ticket-clock';
import type { Actor } from '../../../platform/actor.ts';
import type { Region } from '../../../platform/http/context.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { userById } from '../../identity/index.ts';
import type { Desk } from '../desk.ts';
import { attachFiles } from '../files/attach-files.ts';
import { writeEvent } from './step-ticket.ts';
import { mailOpened, mailReceived } from './ticket-mails.ts';
import { issueTicketToken, type TicketRow } from './ticket-queries.ts';

export type NewTicket = TicketDraft & {
  readonly region: Region;
  readonly email: string | null;
  readonly userId: number | null;
  /** The dealer its author works for. */
  readonly dealerId?: number | null;
  readonly uploads: readonly string[];
  readonly parentId?: number;
  readonly assigneeId?: number | null;
  readonly offer?: object;
  /** Begun by the house in the name of the customer, for this reason in words. */
  readonly opened?: { readonly by: number | null; readonly because: string };
};

/** The same rule as in the form, with the same words; every empty field is named. */
export function requireValidTicket(draft: TicketDraft): void {
  if (isTicketValid(draft)) return;
  const fields = Object.entries(ticketProblems(draft)).map(([name, text]) => [name, [text]] as const);
  throw fieldRefusal({ '': [ticketNotValidText], ...Object.fromEntries(fields) });
}

/** Where answers go: the address that was given, else the account's own. */
export async function answersTo(desk: Desk, actor: Actor, given: string): Promise<string | null> {
  if (given !== '') return given;
  return actor.userId === null ? null : ((await userById(desk.db, actor.userId))?.email ?? null);
}

export async function openTicket(desk: Desk, wish: NewTicket): Promise<{ ticket: TicketRow; token: string }> {
  const { db, now } = desk;
  requireValidTicket(wish);
  const clock = freshClock(desk.hours, now);
  const ticket = await db
    .insertInto('tickets')
    .values({
      region: wish.region,
      title: wish.title.trim(),
      description: wish.description.trim(),
      customer_name: wish.customer_name.trim(),
      email: wish.email,
      user_id: wish.userId,
      dealer_id: wish.dealerId ?? null,
      parent_id: wish.parentId ?? null,
      assignee_id: wish.assigneeId ?? null,
      offer: wish.offer === undefined ? null : JSON.stringify(wish.offer),
      clock_since: clock.since,
      response_due_at: clock.responseDueAt,
      resolve_due_at: clock.resolveDueAt,
      last_at: now,
      created_at: now,
      updated_at: nextUpdatedAt(null, now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeEvent(desk, ticket.id, {
    event: 'create',
    from: null,
    to: 'new',
    doer: wish.opened ? { kind: 'staff', userId: wish.opened.by } : { kind: 'customer', userId: wish.userId },
    detail: wish.parentId === undefined ? {} : { continues: wish.parentId },
  });
  await attachFiles(db, wish.uploads, { ticketId: ticket.id, messageId: null });
  if (wish.opened) await mailOpened(desk, ticket, wish.opened.because);
  else await mailReceived(desk, ticket, wish.parentId ?? null);
  return { ticket, token: await issueTicketToken(db, ticket.id, now) };
}
