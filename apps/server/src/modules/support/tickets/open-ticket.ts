import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { isTicketValid, type TicketDraft, ticketNotValidText, ticketProblems } from '@tuneport/domain/support/ticket';
import { freshClock } from '@tuneport/domain/support/ticket-clock';
import type { Actor } from '../../../platform/actor.ts';
import type { Region } from '../../../platform/http/context.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { userById } from '../../identity/index.ts';
import { attachFiles } from '../files/attach-files.ts';
import type { SupportContext } from '../support-context.ts';
import { writeEvent } from './step-ticket.ts';
import { mailOpened, mailReceived } from './ticket-mails.ts';
import { issueTicketToken, type TicketRow } from './ticket-queries.ts';

type NewTicket = TicketDraft & {
  readonly region: Region;
  readonly email: string | null;
  readonly userId: number | null;
  /** The author's dealer. */
  readonly dealerId?: number | null;
  readonly uploads: readonly string[];
  readonly parentId?: number;
  readonly assigneeId?: number | null;
  readonly offer?: object;
  readonly byMail?: true;
  readonly fromContactForm?: true;
  /** Set if staff open the ticket for the customer, with the reason. */
  readonly opened?: { readonly by: number | null; readonly because: () => string };
};

/** The same validation and messages as the form; every empty field is reported. */
export function requireValidTicket(draft: TicketDraft): void {
  if (isTicketValid(draft)) return;
  const fields = Object.entries(ticketProblems(draft)).map(([name, text]) => [name, [text]] as const);
  throw fieldRefusal({ '': [ticketNotValidText], ...Object.fromEntries(fields) });
}

/** The reply address: the one given, else the account's. */
export async function answersTo(support: SupportContext, actor: Actor, value: string): Promise<string | null> {
  if (value !== '') return value;
  return actor.userId === null ? null : ((await userById(support.db, actor.userId))?.email ?? null);
}

export async function openTicket(
  support: SupportContext,
  input: NewTicket,
): Promise<{ ticket: TicketRow; token: string }> {
  const { db, now } = support;
  requireValidTicket(input);
  const clock = freshClock(support.hours, now);
  const ticket = await db
    .insertInto('tickets')
    .values({
      region: input.region,
      title: input.title.trim(),
      description: input.description.trim(),
      by_mail: input.byMail === true,
      from_contact_form: input.fromContactForm === true,
      customer_name: input.customer_name.trim(),
      email: input.email,
      user_id: input.userId,
      dealer_id: input.dealerId ?? null,
      parent_id: input.parentId ?? null,
      assignee_id: input.assigneeId ?? null,
      offer: input.offer === undefined ? null : JSON.stringify(input.offer),
      clock_since: clock.since,
      response_due_at: clock.responseDueAt,
      resolve_due_at: clock.resolveDueAt,
      last_at: now,
      created_at: now,
      updated_at: nextUpdatedAt(null, now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeEvent(support, ticket.id, {
    event: 'create',
    from: null,
    to: 'new',
    initiator: input.opened ? { kind: 'staff', userId: input.opened.by } : { kind: 'customer', userId: input.userId },
    detail: input.parentId === undefined ? {} : { continues: input.parentId },
  });
  await attachFiles(db, input.uploads, { ticketId: ticket.id, messageId: null });
  if (input.opened) await mailOpened(support, ticket, input.opened.because);
  else await mailReceived(support, ticket, input.parentId ?? null);
  return { ticket, token: await issueTicketToken(db, ticket.id, now) };
}
