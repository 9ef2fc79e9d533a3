import { promiseAfterPause, promiseAt } from '@tuneport/domain/tuning/queue-promise';
import type { TuneRequestState } from '@tuneport/domain/tuning/tune-request-states';
import { sql } from 'kysely';
import { settingsOf } from '../../../settings/index.ts';
import type { RequestRow } from '../request-queries.ts';
import type { RequestContext } from '../step-request.ts';

/** When a request that joins a tuner's queue now is ready: by the last deliveries from that queue, in published hours. */
export async function promiseFor({ db, platform, now }: RequestContext, tunerId: number | null): Promise<Date> {
  const { support_hours: hours } = await settingsOf(platform);
  // Separate, because "is not distinct from" uses no index.
  const inQueue = tunerId === null ? sql`tuner_id is null` : sql`tuner_id = ${tunerId}`;
  const { rows: finished } = await sql<{ queuedAt: Date; deliveredAt: Date }>`
    select queued_at as "queuedAt", delivered_at as "deliveredAt" from tune_requests
    where delivered_at > queued_at and ${inQueue}
      and delivered_at > ${now}::timestamptz - interval '60 days'
    order by delivered_at desc limit 100`.execute(db);
  const { rows: ahead } = await sql<{ count: number }>`
    select count(*)::int as count from tune_requests
    where state in ('queued', 'in_progress') and ${inQueue}`.execute(db);
  return promiseAt(hours, { now, ahead: ahead[0]?.count ?? 0, finished });
}

/** States that wait for the customer: the promise clock is paused. */
const standing: readonly TuneRequestState[] = ['waiting_customer', 'on_ice'];

/** Leaving a paused state extends the promise by the time it was paused. */
export async function promiseAfter(
  { platform, now }: RequestContext,
  request: RequestRow,
): Promise<{ promised_at?: Date }> {
  if (request.promised_at === null || !standing.some((state) => state === request.state)) return {};
  const { support_hours: hours } = await settingsOf(platform);
  return { promised_at: promiseAfterPause(hours, request.promised_at, request.state_at, now) };
}
