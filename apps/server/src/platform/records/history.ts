import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { pageOf } from '../db/page.ts';

type Values = Record<string, unknown>;

/** Who changed a record, newest first, field by field. */
export async function recordHistory(db: Db, subject: string, page: number) {
  const filtered = db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .where('a.subject', '=', subject);
  const rows = filtered
    .select([sql<string>`a.id::text`.as('id'), 'a.at', 'u.name as by', 'a.act', 'a.detail'])
    .orderBy('a.id', 'desc');
  const events = await pageOf(filtered, rows, page);
  return {
    ...events,
    data: events.data.map(({ detail, ...event }) => {
      const { before = {}, after = {} } = (detail ?? {}) as { before?: Values; after?: Values };
      const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
      return {
        ...event,
        changes: fields
          .filter((field) => field !== 'id' && field !== 'updated_at')
          .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
      };
    }),
  };
}
