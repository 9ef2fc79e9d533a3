import type { Db } from '../../platform/db/db.ts';
import { containing, pageOf } from '../../platform/db/page.ts';

export type ActFilter = {
  page: number;
  act?: string | undefined;
  actor_id?: number | undefined;
  search?: string | undefined;
  /** Exact match. */
  subject?: string | undefined;
};

export async function listActs(db: Db, filter: ActFilter) {
  let query = db.selectFrom('audit_log').leftJoin('users', 'users.id', 'audit_log.actor_id');
  if (filter.act) query = query.where('audit_log.act', '=', filter.act);
  if (filter.actor_id !== undefined) query = query.where('audit_log.actor_id', '=', filter.actor_id);
  if (filter.subject) query = query.where('audit_log.subject', '=', filter.subject);
  if (filter.search) query = query.where('audit_log.subject', 'ilike', containing(filter.search));
  const rows = query
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.actor_id',
      'users.name as actor_name',
      'audit_log.act',
      'audit_log.subject',
      'audit_log.detail',
    ])
    .orderBy('audit_log.id', 'desc');
  return pageOf(query, rows, filter.page);
}
