import { roles } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { fieldRefusal } from '../../../../platform/refusal.ts';
import { initiatorOf } from '../request-policy.ts';
import type { RequestRow } from '../request-queries.ts';
import { type RequestContext, stepRequest } from '../step-request.ts';
import { taken } from '../take-step.ts';

/** Assigns a request to a tuner. Work in progress is reassigned only if explicitly requested. */
export async function assignRequest(
  context: RequestContext,
  request: RequestRow,
  actor: Actor,
  input: { readonly tuner: number; readonly take_over: boolean },
): Promise<RequestRow> {
  await requireReach(context, request, input.tuner);
  if (request.state === 'in_progress' && request.worker_id !== input.tuner && !input.take_over)
    throw taken(request, actor);
  return stepRequest(context, request, 'assign', initiatorOf(actor, request), {
    detail: { worker: input.tuner },
    set: { worker_id: input.tuner },
  });
}

type Person = { readonly id: number; readonly name: string; readonly firm: string | null };

/** Users it can be assigned to, members of its tuner first. */
export async function assignable(db: Db, request: RequestRow): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name, firm.name as firm from users u
      left join lateral (
        select t.id, t.name from tuner_members m join tuners t on t.id = m.tuner_id
        where m.user_id = u.id and t.state = 'active'
        order by (t.id = ${request.tuner_id}) is true desc, t.name limit 1) firm on true
    where u.banned_at is null and (${isStaff} or (${reaches(request)} and not ${ordered(request)}))
    order by (firm.id = ${request.tuner_id}) is true desc, firm.name nulls last, u.name, u.id limit 500`.execute(db);
  return rows;
}

const isStaff = sql<boolean>`u.role = any(${[roles.Admin, roles.SuperAdmin]})`;

/** Flag t, unless all tuners of the user are suspended. */
const isPlatformTuner = sql<boolean>`('t' = any(u.flags) and not exists (
  select from tuner_members m join tuners t on t.id = m.tuner_id where m.user_id = u.id
  having count(*) > 0 and bool_and(t.state <> 'active')))`;

/**
 * Only users who could have claimed it: staff, members of its tuner or of one that shares a brand, and platform tuners.
 */
const reaches = ({ tuner_id }: RequestRow) => sql<boolean>`(
  (${tuner_id}::integer is null and ${isPlatformTuner}) or exists (
    select from tuner_members m join tuners t on t.id = m.tuner_id and t.state = 'active'
    where m.user_id = u.id and (m.tuner_id = ${tuner_id} or exists (
      select from tuner_brand_members mine join tuner_brand_members theirs using (brand_id)
      where mine.tuner_id = m.tuner_id and theirs.tuner_id = ${tuner_id}))))`;

const ordered = ({ user_id, dealer_id }: RequestRow) => sql<boolean>`(
  u.id = ${user_id} or exists (select from dealer_members d where d.user_id = u.id and d.dealer_id = ${dealer_id}))`;

async function requireReach({ db }: RequestContext, request: RequestRow, userId: number): Promise<void> {
  const { rows } = await sql<{ staff: boolean; reaches: boolean; customer: boolean }>`
    select ${isStaff} as staff, ${reaches(request)} as reaches, ${ordered(request)} as customer
    from users u where u.id = ${userId} and u.banned_at is null`.execute(db);
  const [person] = rows;
  if (person?.staff) return;
  if (!person?.reaches) throw fieldRefusal({ tuner: ['This person does not work on the queue of this request.'] });
  if (person.customer) throw fieldRefusal({ tuner: ['You cannot work on your own request.'] });
}
