import { type AuditGroup, auditGroups } from '@tuneport/domain/activity/audit-kinds';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { notNull, type PagingQuery } from '../../platform/db/lists/keyset.ts';
import { containing, listPage } from '../../platform/db/lists/page.ts';
import type { Removals } from '../../platform/jobs/housekeeping.ts';

export type ActFilter = PagingQuery & {
  act?: string | undefined;
  actor_id?: number | undefined;
  search?: string | undefined;
  /** Exact match. */
  subject?: string | undefined;
  group?: AuditGroup | undefined;
  /** Days of the company; the last one is inclusive. */
  from?: string | undefined;
  to?: string | undefined;
};

const auditRows = (db: Db) => db.selectFrom('audit_log').leftJoin('users', 'users.id', 'audit_log.actor_id');

function filteredActs(db: Db, filter: ActFilter) {
  let query = auditRows(db);
  if (filter.act) query = query.where(sql<boolean>`audit_log.act collate "C" = ${filter.act}`);
  if (filter.actor_id !== undefined) query = query.where('audit_log.actor_id', '=', filter.actor_id);
  if (filter.subject) query = query.where('audit_log.subject', '=', filter.subject);
  if (filter.from) query = query.where(sql<boolean>`audit_log.at >= company_midnight(${filter.from}::date)`);
  if (filter.to) query = query.where(sql<boolean>`audit_log.at < company_midnight(${filter.to}::date + 1)`);
  if (filter.group) query = query.where(inGroup(filter.group));
  if (filter.search) {
    const record = recordOf(filter.search);
    query = record
      ? query.where('audit_log.subject', '=', record)
      : query.where('audit_log.subject', 'ilike', containing(filter.search));
  }
  return query;
}

/** A prefix is a range of the index on `act`, which is in the collation "C". */
const inGroup = (group: AuditGroup) =>
  sql<boolean>`(${sql.join(
    auditGroups[group].acts.map((act) =>
      act.endsWith('.')
        ? sql`audit_log.act collate "C" >= ${act} and audit_log.act collate "C" < ${`${act.slice(0, -1)}/`}`
        : sql`audit_log.act collate "C" = ${act}`,
    ),
    sql` or `,
  )})`;

const numbers: Readonly<Record<string, string>> = { tp: 'order', tn: 'purchase', t: 'ticket', ti: 'trade-in' };

/** "TP-000007", "order 7" and "order:7" name one record. */
function recordOf(text: string): string | null {
  const [, letters = '', number = ''] = /^([a-z]{1,2})-0*([1-9]\d*)$/i.exec(text) ?? [];
  const kind = numbers[letters.toLowerCase()];
  if (kind) return `${kind}:${number}`;
  const [, name = '', id = ''] = /^([a-z][a-z -]*)[: ]([1-9]\d*)$/i.exec(text) ?? [];
  return name === '' ? null : `${name.trim().toLowerCase().replaceAll(' ', '-')}:${id}`;
}

export async function listActs(db: Db, filter: ActFilter) {
  const query = filteredActs(db, filter);
  const rows = query.select([
    'audit_log.id',
    'audit_log.at',
    'audit_log.actor_id',
    'users.name as actor_name',
    'audit_log.act',
    'audit_log.subject',
    'audit_log.detail',
    'audit_log.address',
  ]);
  // Events are written in the order of their ids.
  const order = { columns: { at: notNull('audit_log.id') }, first: '-at', id: 'audit_log.id' };
  return listPage(db, query, rows, filter, order);
}

const exportedAtOnce = 1000;

/** All matching events in batches, newest first, so that years of them need not fit into memory. */
export async function* exportActs(db: Db, filter: Omit<ActFilter, 'page'>) {
  for (let before: bigint | null = null; ; ) {
    let query = filteredActs(db, { ...filter, page: 1 });
    if (before !== null) query = query.where('audit_log.id', '<', before);
    const rows = await query
      .select(['audit_log.id', 'audit_log.at', 'audit_log.actor_id', 'users.name as actor_name'])
      .select(['audit_log.act', 'audit_log.subject', 'audit_log.detail', 'audit_log.address'])
      .orderBy('audit_log.id', 'desc')
      .limit(exportedAtOnce)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < exportedAtOnce) return;
    before = last.id;
  }
}

/** Logins are kept for half a year, everything else for good. */
export const auditRemovals: Removals = {
  security_events: sql`
    delete from audit_log where act collate "C" in ('identity.log-in', 'identity.fail-login', 'identity.refuse-access')
    and at < now() - interval '181 days'`,
};
