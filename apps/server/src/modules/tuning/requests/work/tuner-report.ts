import type { tuningReport } from '@tuneport/contract/tuning/tuning-report';
import type { SupportHours } from '@tuneport/domain/support/support-hours';
import { supportMsBetween } from '@tuneport/domain/support/ticket-clock';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { handlers } from '../../../../platform/http/context.ts';
import { settingsOf } from '../../../settings/index.ts';
import { ownTuner } from '../../../tuners/index.ts';

const reportDays = 90;
/** The pace of a tuner uses the newest ones. */
const timedMax = 500;

type Done = {
  maker: string | null;
  queued_at: Date;
  delivered_at: Date;
  promised_at: Date | null;
  revisions: number;
};
type Standing = { waiting: number; in_work: number; in_review: number; late: number; oldest_at: Date | null };

const deliveredBy = async (db: Db, tunerId: number, from: Date, to: Date): Promise<Done[]> =>
  (
    await sql<Done>`
      select u.name as maker, r.queued_at, r.delivered_at, r.promised_at, r.revisions
      from tune_requests r left join users u on u.id = coalesce(r.author_id, r.worker_id)
      where r.tuner_id = ${tunerId} and r.delivered_at >= ${from} and r.delivered_at < ${to} and r.queued_at is not null
      order by r.delivered_at desc limit 10000`.execute(db)
  ).rows;

const sentBack = async (db: Db, tunerId: number, from: Date, to: Date): Promise<number> =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from tune_request_events e join tune_requests r on r.id = e.request_id
      where r.tuner_id = ${tunerId} and e.event = 'reject' and e.at >= ${from} and e.at < ${to}`.execute(db)
  ).rows[0]?.count ?? 0;

const standingOf = async (db: Db, tunerId: number, now: Date): Promise<Standing> =>
  (
    await sql<Standing>`
      select count(*) filter (where state = 'queued')::int as waiting,
        count(*) filter (where state in ('in_progress', 'waiting_customer', 'revision_requested'))::int as in_work,
        count(*) filter (where state = 'in_review')::int as in_review,
        count(*) filter (where promised_at < ${now} and state in ('queued', 'in_progress', 'in_review'))::int as late,
        min(queued_at) filter (where state = 'queued') as oldest_at
      from tune_requests where tuner_id = ${tunerId}
        and state in ('queued', 'in_progress', 'waiting_customer', 'in_review', 'revision_requested')`.execute(db)
  ).rows[0] ?? { waiting: 0, in_work: 0, in_review: 0, late: 0, oldest_at: null };

/**
 * In published hours, to a tenth. A revision resets `queued_at`, so requests queued again after their delivery are
 * skipped.
 */
function medianHours(hours: SupportHours, done: readonly Done[]): number | null {
  const took = done
    .filter(({ queued_at, delivered_at }) => delivered_at >= queued_at)
    .slice(0, timedMax)
    .map(({ queued_at, delivered_at }) => supportMsBetween(hours, queued_at, delivered_at))
    .sort((a, b) => a - b);
  const middle = took[Math.floor((took.length - 1) / 2)];
  return middle === undefined ? null : Math.round(middle / 360_000) / 10;
}

const changesIn = (done: readonly Done[]): number => done.reduce((sum, { revisions }) => sum + revisions, 0);

async function readReport(db: Db, hours: SupportHours, tunerId: number, range: { from: Date; to: Date }, now: Date) {
  const done = await deliveredBy(db, tunerId, range.from, range.to);
  const promised = done.filter(({ promised_at }) => promised_at !== null);
  const names = [...new Set(done.map(({ maker }) => maker))];
  return {
    ...range,
    delivered: done.length,
    median_hours: medianHours(hours, done),
    promises: {
      kept: promised.filter(({ delivered_at, promised_at }) => promised_at && delivered_at <= promised_at).length,
      of: promised.length,
    },
    changes: changesIn(done),
    sent_back: await sentBack(db, tunerId, range.from, range.to),
    now: await standingOf(db, tunerId, now),
    people: names
      .map((name) => {
        const own = done.filter(({ maker }) => maker === name);
        // Instant deliveries have no worker.
        const tunerName = name ?? 'Delivered instantly';
        return {
          name: tunerName,
          delivered: own.length,
          median_hours: medianHours(hours, own),
          changes: changesIn(own),
        };
      })
      .sort((a, b) => b.delivered - a.delivered || a.name.localeCompare(b.name)),
  };
}

export const tuningReportRoutes = handlers<typeof tuningReport>({
  'GET /tuners/:id/report': async ({ db, platform, actor, params, query, now }) => {
    await ownTuner(db, actor, params.id, 'work');
    const to = query.to === undefined ? now : new Date(Date.parse(query.to) + dayMs);
    const from = query.from === undefined ? new Date(to.getTime() - reportDays * dayMs) : new Date(query.from);
    const { support_hours } = await settingsOf(platform);
    return readReport(db, support_hours, params.id, { from, to }, now);
  },
});
