import { betaPrograms } from '@tuneport/contract/beta/beta';
import { betaParticipantMachine, takesParticipants } from '@tuneport/domain/beta/beta-states';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { countOf } from '../../platform/db/lists/count-of.ts';
import { containing } from '../../platform/db/lists/page.ts';
import { defineRecords } from '../../platform/records/define-records.ts';
import { sanitizeRichText } from '../../platform/rich-text.ts';
import { programColumns, programCounts } from './queries.ts';

export const programRecords = defineRecords(betaPrograms, {
  table: 'beta_programs',
  subject: 'beta-program',
  acts: 'beta-programs',
  select: sql`r.*, n.free_seats, n.active, n.waiting, n.incidents`,
  join: sql`join lateral (select ${programColumns} from beta_programs p ${programCounts} where p.id = r.id) n on true`,
  search: ['r.name', 'r.summary'],
  filters: { state: (state) => sql`r.state = ${state}` },
  sort: { name: 'lower(r.name)', created_at: 'r.created_at', seats: 'r.seats' },
  order: 'r.id desc',
  toRow: ({ text, ...change }) => ({
    ...change,
    ...(text === undefined ? {} : { text: sanitizeRichText(text, 'article') }),
  }),
  check: (_db, change, before) => {
    const { starts_at, ends_at } = { starts_at: before?.starts_at, ends_at: before?.ends_at, ...change };
    return {
      ...(starts_at && ends_at && new Date(ends_at) <= new Date(starts_at)
        ? { ends_at: ['The end must be after the start.'] }
        : {}),
      ...(change.terms !== undefined && before && before.state !== 'draft' && change.terms !== before.terms
        ? { terms: ['The terms of a published program cannot change: participants accepted them.'] }
        : {}),
    };
  },
  // The history begins with the creation.
  saved: async ({ db, actor, now }, { id }, before) => {
    if (before === null)
      await db
        .insertInto('beta_events')
        .values({ program_id: id, at: now, event: 'create', to_state: 'draft', actor_id: actor.userId })
        .execute();
  },
  uses: async (db, id) => [
    { count: await countOf(db, 'beta_participants', 'program_id', id), one: 'participant', many: 'participants' },
  ],
});

const pageRows = 25;

export async function listParticipants(
  db: Db,
  filter: { program?: number; id?: number; state?: string | undefined; search?: string | undefined; page: number },
) {
  let query = db
    .selectFrom('beta_participants as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('beta_programs as b', 'b.id', 'p.program_id')
    .leftJoin('garage_vehicles as v', 'v.id', 'p.vehicle_id');
  if (filter.program !== undefined) query = query.where('p.program_id', '=', filter.program);
  if (filter.id !== undefined) query = query.where('p.id', '=', filter.id);
  if (filter.state) query = query.where('p.state', '=', filter.state);
  if (filter.search) query = query.where('u.name', 'ilike', containing(filter.search));
  const [rows, counted] = await Promise.all([
    query
      .selectAll('p')
      .select(['u.name as user_name', 'v.title as vehicle', 'b.state as program_state'])
      .select(
        sql<{ rating: number; text: string; incident: boolean; created_at: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('rating', f.rating, 'text', f.text, 'incident', f.incident, 'created_at', f.created_at) order by f.id desc)
          from beta_feedback f where f.participant_id = p.id), '[]')`.as('feedback'),
      )
      .orderBy('p.id', 'desc')
      .limit(pageRows)
      .offset((filter.page - 1) * pageRows)
      .execute(),
    query.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow(),
  ]);
  const total = Number(counted.total);
  const data = rows.map((row) => ({
    ...row,
    state: row.state as 'active',
    user: { id: row.user_id, name: row.user_name },
    feedback: row.feedback.map((one) => ({ ...one, created_at: new Date(one.created_at) })),
    allowed: eventsFrom(betaParticipantMachine, row.state, 'staff').filter(
      (event) => event !== 'accept' || takesParticipants(row.program_state),
    ),
  }));
  return { data, page: filter.page, page_count: Math.ceil(total / pageRows), total };
}
