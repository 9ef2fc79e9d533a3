import { isAdmin, roles } from '@tuneport/domain/identity/roles';
import { type RawBuilder, sql } from 'kysely';

// Parts of queries that several files of the area share.

/** A joined row as `{ id, name }`, or null without one. */
export const named = (alias: string): RawBuilder<{ id: number; name: string } | null> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null
    then jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;

/** Deals that are neither closed, archived nor deleted; `d` is the deal. */
export const openDeal = sql<boolean>`d.state = 'open' and d.archived_at is null and d.deleted_at is null`;

/** Roles that own deals, contacts and activities. */
export const ownerRoles = Object.values(roles).filter(isAdmin);

/** Whether an activity is overdue. One without a time is overdue from the next day on. */
export const overdueAt = (table: string, now: RawBuilder<unknown>) => {
  const a = sql.table(table);
  return sql<boolean>`(not ${a}.done
    and (${a}.date + coalesce(${a}.time, '23:59:59'::time)) at time zone company_time_zone() < ${now})`;
};

/** Whether a moment is on one of these days of the company; a limit that is not given does not count. */
export const onDays = (column: string, from: string | undefined, to: string | undefined): RawBuilder<boolean> => {
  const at = sql.ref(column);
  return sql.join(
    [
      sql`true`,
      ...(from === undefined ? [] : [sql`${at} >= company_midnight(${from}::date)`]),
      ...(to === undefined ? [] : [sql`${at} < company_midnight(${to}::date + 1)`]),
    ],
    sql` and `,
  );
};
