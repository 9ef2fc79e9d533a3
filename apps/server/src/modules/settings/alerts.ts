import { alertRecords } from '@tuneport/contract/settings/settings-admin';
import { type RawBuilder, sql } from 'kysely';
import { defineRecords } from '../../platform/records/define-records.ts';
import { type AlertRow, presentAlertRecord } from './present.ts';

const runs = { running: '<=', scheduled: '>' } as const;

/** The condition for a span of time that has not begun, runs or is over. */
const inState = (state: 'scheduled' | 'running' | 'ended', now: Date): RawBuilder<boolean> =>
  state === 'ended'
    ? sql`r.ends_at <= ${now}`
    : sql`coalesce(r.ends_at > ${now}, true) and r.starts_at ${sql.raw(runs[state])} ${now}`;

export const alerts = defineRecords(alertRecords, {
  table: 'alerts',
  subject: 'alert',
  acts: 'alerts',
  area: 'settings',
  select: sql<AlertRow>`r.*`,
  search: ['r.text'],
  filters: { audience: (audience) => sql`r.audience = ${audience}`, state: inState },
  sort: { start: 'r.starts_at', end: 'r.ends_at' },
  order: 'r.starts_at desc',
  present: presentAlertRecord,
  toRow: ({ start, end, ...fields }) => ({ ...fields, starts_at: start, ends_at: end }),
  initial: (_, { start }, { now }) => ({ starts_at: start ?? now }),
  check(_, change, before, { now }) {
    const start = change.start ?? before?.start ?? now;
    const end = change.end === undefined ? (before?.end ?? null) : change.end;
    return end !== null && end <= start ? { end: ['The end must be after the start.'] } : {};
  },
});
