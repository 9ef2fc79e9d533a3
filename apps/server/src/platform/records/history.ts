import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { pageOf } from '../db/lists/page.ts';

type Values = Record<string, unknown>;

/** Who changed a record, newest first, field by field. */
export async function recordHistory(db: Db, subject: string, page: number) {
  const filtered = db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .where('a.subject', '=', subject);
  const rows = filtered
    .select([sql<string>`a.id::text`.as('id'), 'a.at', 'u.name as by', 'a.act', 'a.detail'])
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc');
  const events = await pageOf(filtered, rows, page);
  return {
    ...events,
    data: events.data.map(({ detail, ...event }) => ({ ...event, changes: changesOf(detail) })),
  };
}

/** The fields that an audit event changed, from the `before` and `after` of its detail. */
export function changesOf(detail: unknown) {
  const { before, after } = (detail ?? {}) as { before?: unknown; after?: unknown };
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => field !== 'id' && field !== 'updated_at')
    .map((field) => ({ field, before: was[field] ?? null, after: is[field] ?? null }))
    .filter(({ before: old, after: now }) => !isDeepStrictEqual(old, now));
}

const fieldsOf = (values: unknown): Values =>
  typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as Values) : {};
