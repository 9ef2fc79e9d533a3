import { toolSessionDays } from '@tuneport/domain/catalog/tools/manifest-states';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { openSecret } from './manage-webhooks.ts';
import { signatureOf, testPayloadOf } from './payload.ts';
import type { Posted } from './post-webhook.ts';
import { leaseS, postEvent, sendDue } from './send-due.ts';

const atOnce = 5;

type Due = {
  id: number;
  webhook_id: number;
  tool: string;
  operation: string;
  step: number;
  steps: number;
  event: string;
  event_id: string;
  url: string;
  sealed_secret: Buffer | null;
  paused: boolean;
};

/**
 * Sends the next event of every simulated session. The events of a session go out one after the other; the first that is not
 * accepted ends it. They are not retried and do not pause the webhook.
 */
export function sendToolSessions(platform: Platform, signal: AbortSignal): Promise<number> {
  return sendDue({ claim: () => claim(platform), send: (one) => send(platform, one, signal) }, signal);
}

/** One session of each owner at a time, so that a slow receiver delays only its own. */
async function claim({ db }: Platform): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      update tool_sessions s set due_at = now() + make_interval(secs => ${leaseS}) where s.id in (
        select q.id from tool_sessions q where q.state = 'running' and q.due_at <= now() and q.id in (
          select min(r.id) from tool_sessions r where r.state = 'running' group by r.user_id)
        order by q.due_at limit ${atOnce} for update skip locked)
      returning s.id, s.webhook_id, s.tool, s.operation)
    select due.*, e.step, e.event, e.event_id, w.url, w.sealed_secret, w.paused_at is not null as paused,
      (select count(*)::int from tool_session_events x where x.session_id = due.id) as steps
    from due join webhooks w on w.id = due.webhook_id
    join lateral (select * from tool_session_events x where x.session_id = due.id and x.sent_at is null
      order by x.step limit 1) e on true`.execute(db);
  return rows;
}

async function send(platform: Platform, one: Due, signal: AbortSignal): Promise<void> {
  const sentAt = platform.clock.now();
  const body = testPayloadOf({ ...one, created_at: sentAt });
  const secret = one.sealed_secret && openSecret(platform, one.webhook_id, one.sealed_secret);
  const signature = secret ? signatureOf([secret], body, sentAt) : '';
  const from = performance.now();
  const posted: Posted =
    secret && !one.paused
      ? await postEvent(
          platform,
          { ...one, body, headers: { 'tuneport-test': 'true', 'tuneport-signature': signature } },
          signal,
        )
      : { status: null, problem: 'The webhook is paused.', response: null };
  const state = posted.problem !== null ? 'failed' : one.step === one.steps ? 'completed' : 'running';
  await platform.db.transaction().execute(async (tx) => {
    await sql`update tool_session_events set sent_at = ${sentAt}, request = ${body}, signature = ${signature}, status = ${posted.status},
      problem = ${posted.problem}, response = ${posted.response}, duration_ms = ${Math.round(performance.now() - from)}
      where session_id = ${one.id} and step = ${one.step}`.execute(tx);
    await sql`update tool_sessions set state = ${state}, due_at = now(), updated_at = ${sentAt} where id = ${one.id}`.execute(
      tx,
    );
  });
}

export async function expireToolSessions({ db }: Pick<Platform, 'db'>): Promise<void> {
  await sql`delete from tool_sessions where created_at < now() - make_interval(days => ${toolSessionDays})`.execute(db);
}
