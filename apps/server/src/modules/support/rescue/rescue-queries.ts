import { rescueStates } from '@tuneport/domain/support/rescue-states';
import { type ExpressionBuilder, sql } from 'kysely';
import type { DB } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';

type RescueViewer = {
  readonly userId: number | null;
  readonly staff: boolean;
  readonly codeHash: Buffer | null;
};

const readable =
  ({ userId, staff, codeHash }: RescueViewer) =>
  (eb: ExpressionBuilder<DB, 'rescue_sessions'>) =>
    eb.or([
      eb.lit(staff),
      ...(userId === null ? [] : [eb('user_id', '=', userId)]),
      ...(codeHash === null
        ? []
        : [eb.and([eb('code_hash', '=', codeHash), eb('code_expires_at', '>', sql<Date>`now()`)])]),
    ]);

export function rescueFor(db: Db, id: number, viewer: RescueViewer, lock?: 'lock') {
  const query = db.selectFrom('rescue_sessions').selectAll().where('id', '=', id).where(readable(viewer));
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}
export type RescueRow = NonNullable<Awaited<ReturnType<typeof rescueFor>>>;

export const rescueByCode = (db: Db, codeHash: Buffer) =>
  db.selectFrom('rescue_sessions').select('id').where('code_hash', '=', codeHash).executeTakeFirst();

export const stepsOf = (db: Db, sessionId: number) =>
  db.selectFrom('rescue_steps').selectAll().where('session_id', '=', sessionId).orderBy('number').execute();

export const rescueFilesOf = (db: Db, sessionId: number) =>
  db
    .selectFrom('support_files as s')
    .innerJoin('stored_files as f', 'f.id', 's.file_id')
    .select(['f.id', 'f.name', 's.kind', 'f.size_bytes', 'f.created_at', 's.step_id'])
    .where('s.session_id', '=', sessionId)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute();

export const rescueHistory = (db: Db, sessionId: number) =>
  db
    .selectFrom('rescue_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state', 'e.actor_kind', 'u.name as actor_name', 'e.reason'])
    .where('e.session_id', '=', sessionId)
    .orderBy('e.id')
    .execute();

export const fixById = (db: Db, id: number) =>
  db.selectFrom('rescue_fixes').selectAll().where('id', '=', id).executeTakeFirst();

export const activeFixes = (db: Db) =>
  db.selectFrom('rescue_fixes').selectAll().where('active', '=', true).orderBy('position').orderBy('id').execute();

const finished: readonly string[] = ['recovered', 'not_recovered', 'closed', 'abandoned'];
const unfinished = rescueStates.filter((state) => !finished.includes(state));

type Filter = { page: number; search?: string | undefined; state?: string | undefined };

export async function listRescues(db: Db, filter: Filter, codeHash: Buffer | null) {
  let query = db.selectFrom('rescue_sessions as r').leftJoin('users as a', 'a.id', 'r.assignee_id');
  if (filter.state === 'unfinished') query = query.where('r.state', 'in', unfinished);
  else if (filter.state) query = query.where('r.state', '=', filter.state);
  if (filter.search) {
    const pattern = containing(filter.search);
    query = query.where((eb) =>
      eb.or([
        eb('r.contact_name', 'ilike', pattern),
        eb('r.vehicle', 'ilike', pattern),
        eb('r.tool', 'ilike', pattern),
        eb('r.tool_serial', 'ilike', pattern),
        // Search by a rescue code that a caller gives on the phone.
        ...(codeHash === null ? [] : [eb('r.code_hash', '=', codeHash)]),
      ]),
    );
  }
  const rows = query
    .select(['r.id', 'r.state', 'r.tool', 'r.tool_serial', 'r.vehicle', 'r.symptom', 'r.created_at', 'r.last_at'])
    .select(['r.contact_name', 'r.unsafe', 'r.assignee_id', 'a.name as assignee_name'])
    .orderBy(sql`r.state = 'waiting_staff' desc, r.unsafe and r.state <> 'closed' desc, r.last_at desc, r.id desc`);
  return pageOf(query, rows, filter);
}

const offered = sql<number>`(select count(*)::int from rescue_events e where e.event = 'find-fix' and e.detail->>'fix' = f.id::text)`;
const worked = sql<number>`(select count(*)::int from rescue_events e where e.event = 'worked' and e.detail->>'fix' = f.id::text)`;

export function listFixes(db: Db, filter: Filter) {
  let query = db.selectFrom('rescue_fixes as f');
  if (filter.search) query = query.where('f.title', 'ilike', containing(filter.search));
  const rows = query
    .selectAll('f')
    .select([offered.as('offered'), worked.as('worked')])
    .orderBy('f.position')
    .orderBy('f.id');
  return pageOf(query, rows, filter);
}

export const fixWithCounts = (db: Db, id: number) =>
  db
    .selectFrom('rescue_fixes as f')
    .selectAll('f')
    .select([offered.as('offered'), worked.as('worked')])
    .where('f.id', '=', id)
    .executeTakeFirst();
