import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/**
 * Participants with an incident since the program started or was resumed: one they reported, or a rescue after they joined.
 * Each counts once, and also after they left, so that leaving does not hide it. `p` is the program.
 */
const incidents = sql`(select count(*)::int from beta_participants x
  where x.program_id = p.id and x.joined_at is not null and (
    exists (select from beta_feedback f where f.participant_id = x.id and f.incident and f.created_at >= p.incidents_since)
    or exists (select from rescue_sessions s where s.user_id = x.user_id
      and s.created_at >= greatest(x.joined_at, p.incidents_since))))`;

/** Columns of a program with its counts. Active and invited participants hold a seat. */
export const programColumns: RawBuilder<unknown> = sql`p.*, greatest(p.seats - c.held, 0) as free_seats, c.active, c.waiting,
  ${incidents} as incidents`;
export const programCounts: RawBuilder<unknown> = sql`cross join lateral (
  select count(*) filter (where x.state in ('active', 'invited'))::int as held,
    count(*) filter (where x.state = 'active')::int as active,
    count(*) filter (where x.state in ('applied', 'waitlisted'))::int as waiting
  from beta_participants x where x.program_id = p.id) c`;

export type ProgramRow = {
  id: number;
  state: string;
  name: string;
  summary: string;
  text: string;
  terms: string;
  seats: number;
  cohort_size: number | null;
  reviewed: boolean;
  waitlist: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
  stop_per_100: number | null;
  admitted: number;
  incidents_since: Date | null;
  created_at: Date;
  updated_at: Date;
  free_seats: number;
  active: number;
  waiting: number;
  incidents: number;
};

export async function programs(db: Db, states: readonly string[], id: number | null = null): Promise<ProgramRow[]> {
  const { rows } = await sql<ProgramRow>`select ${programColumns} from beta_programs p ${programCounts}
    where p.state = any(${states}::text[]) and (${id}::int is null or p.id = ${id}) order by p.id desc limit 200`.execute(
    db,
  );
  return rows;
}

/** The program, locked: every step of it and of its participants takes this lock first, so seats are never oversold. */
export async function lockProgram(db: Db, id: number): Promise<ProgramRow | undefined> {
  await sql`select from beta_programs where id = ${id} for update`.execute(db);
  const { rows } =
    await sql<ProgramRow>`select ${programColumns} from beta_programs p ${programCounts} where p.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

export const participantOf = (db: Db, programId: number, userId: number) =>
  db
    .selectFrom('beta_participants')
    .selectAll()
    .where('program_id', '=', programId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
export type ParticipantRow = NonNullable<Awaited<ReturnType<typeof participantOf>>>;

const participantById = (db: Db, id: number): Promise<ParticipantRow | undefined> =>
  db.selectFrom('beta_participants').selectAll().where('id', '=', id).executeTakeFirst();

/** A participant under the lock of its program. */
export async function lockParticipant(
  db: Db,
  id: number,
): Promise<{ program: ProgramRow; row: ParticipantRow } | undefined> {
  const known = await participantById(db, id);
  const program = known && (await lockProgram(db, known.program_id));
  const row = program && (await participantById(db, id));
  return row && program && { program, row };
}
