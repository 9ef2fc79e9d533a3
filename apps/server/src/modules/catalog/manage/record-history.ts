import type { Db } from '../../../platform/db/db.ts';
import { listActs } from '../../audit/index.ts';

type Values = Record<string, unknown>;

/** The changes of a record, newest first, field by field. */
export async function recordHistory(db: Db, subject: string, page: number) {
  const acts = await listActs(db, { page, subject });
  return {
    ...acts,
    data: acts.data.map(({ id, at, actor_name, act, detail }) => {
      const { before = {}, after = {} } = (detail ?? {}) as { before?: Values; after?: Values };
      const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
      return {
        id: String(id),
        at,
        by: actor_name,
        act,
        changes: fields
          .filter((field) => field !== 'id' && field !== 'updated_at')
          .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
      };
    }),
  };
}
