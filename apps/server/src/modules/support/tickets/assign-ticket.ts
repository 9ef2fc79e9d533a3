import { isAdmin } from '@tuneport/domain/identity/permissions';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { type UserRow, userById } from '../../identity/index.ts';
import { worksAsTuner } from '../../tuners/index.ts';
import type { SupportContext } from '../desk.ts';
import { type Doer, stepTicket } from './step-ticket.ts';
import { mailAssignee } from './ticket-mails.ts';
import type { TicketRow } from './ticket-queries.ts';

/** Gives a ticket to staff or to a tuner, who then answers in it; null takes it back. Asked again, nothing happens. */
export async function assignTicket(
  support: SupportContext,
  ticket: TicketRow,
  doer: Doer,
  to: number | null,
): Promise<TicketRow> {
  if (ticket.assignee_id === to) return ticket;
  const person = to === null ? null : await userById(support.db, to);
  if (to !== null && (!person || !(await answersForStaff(support, person))))
    throw fieldRefusal({ assignee: ['Tickets are given to staff and to tuners.'] });
  const after = await stepTicket(support, ticket, 'assign', doer, {
    detail: { assignee: person?.name ?? null },
    set: { assignee_id: to },
  });
  await mailAssignee(support, after, 'A ticket for you', doer.userId);
  return after;
}

const answersForStaff = async ({ db }: SupportContext, person: UserRow): Promise<boolean> =>
  isAdmin(person.role) || (await worksAsTuner(db, person));
