import { roles } from '@tuneport/domain/permissions';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { doerOf } from './request-policy.ts';
import type { RequestRow } from './request-queries.ts';
import { type Bench, stepRequest } from './step-request.ts';
import { taken } from './take-step.ts';

/** Gives a request to somebody who tunes. What is being worked on changes hands only when that is said. */
export async function assignRequest(
  bench: Bench,
  request: RequestRow,
  actor: Actor,
  wish: { readonly tuner: number; readonly take_over: boolean },
): Promise<RequestRow> {
  await requireReach(bench, request, wish.tuner);
  if (request.state === 'in_progress' && request.worker_id !== wish.tuner && !wish.take_over)
    throw taken(request, actor);
  return stepRequest(bench, request, 'assign', doerOf(actor, request), {
    detail: { worker: wish.tuner },
    set: { worker_id: wish.tuner },
  });
}

/** Only somebody who could have taken it themselves: staff, whoever tunes for its firm or shares a brand with it, the house's own. */
async function requireReach({ db }: Bench, request: RequestRow, userId: number): Promise<void> {
  const { rows } = await sql<{ staff: boolean; reaches: boolean; customer: boolean }>`
    select u.role = any(${[roles.Admin, roles.SuperAdmin]}) as staff,
      (${request.tuner_id}::integer is null and 't' = any(u.flags)) or exists (
        select from tuner_members m where m.user_id = u.id and (m.tuner_id = ${request.tuner_id} or exists (
          select from tuner_brand_members mine join tuner_brand_members theirs using (brand_id)
          where mine.tuner_id = m.tuner_id and theirs.tuner_id = ${request.tuner_id}))) as reaches,
      u.id = ${request.user_id} or exists (
        select from dealer_members d where d.user_id = u.id and d.dealer_id = ${request.dealer_id}) as customer
    from users u where u.id = ${userId}`.execute(db);
  const [person] = rows;
  if (person?.staff) return;
  if (!person?.reaches) throw fieldRefusal({ tuner: ['This person does not tune for the queue of this request.'] });
  if (person.customer) throw fieldRefusal({ tuner: ['Nobody works on what they ordered themselves.'] });
}
