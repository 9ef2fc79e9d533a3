import { isAdmin } from '@tuneport/domain/identity/permissions';
import { msg } from '@tuneport/domain/text/text';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { type UserRow, userById } from '../../identity/index.ts';
import { worksAsTuner } from '../../tuners/index.ts';
import type { SupportContext } from '../support-context.ts';
import { type Initiator, stepTicket } from './step-ticket.ts';
import { mailAssignee } from './ticket-mails.ts';
import type { TicketRow } from './ticket-queries.ts';

/** Assigns a ticket to staff or a tuner, who then answers it; null unassigns it. Idempotent. */
export async function assignTicket(
  support: SupportContext,
  ticket: TicketRow,
  initiator: Initiator,
  to: number | null,
): Promise<TicketRow> {
  if (ticket.assignee_id === to) return ticket;
  const person = to === null ? null : await userById(support.db, to);
  if (to !== null && (!person || !(await answersForStaff(support, person))))
    throw fieldRefusal({ assignee: ['Tickets can only be assigned to staff and tuners.'] });
  const after = await stepTicket(support, ticket, 'assign', initiator, {
    detail: { assignee: person?.name ?? null },
    set: { assignee_id: to },
  });
  await mailAssignee(support, after, msg('A ticket was assigned to you'), initiator.userId);
  return after;
}

const answersForStaff = async ({ db }: SupportContext, person: UserRow): Promise<boolean> =>
  isAdmin(person.role) || (await worksAsTuner(db, person));
