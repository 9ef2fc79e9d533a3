import { webhookFailuresMax, webhookLogDays, webhookPausesS } from '@tuneport/domain/webhooks/webhook-events';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { system, writeAudit } from '../audit/index.ts';
import { openSecret } from './manage-webhooks.ts';
import { payloadOf, signatureOf } from './payload.ts';
import type { Posted } from './post-webhook.ts';
import { leaseS, postEvent, sendDue } from './send-due.ts';
import { sendWebhookPaused } from './webhook-mails.ts';

const atOnce = 10;
/** Of one owner in a batch, so that a slow receiver delays its own notifications and not those of others. */
const perOwner = 2;

type Due = {
  id: string;
  webhook_id: number;
  event: string;
  event_id: string;
  data: unknown;
  created_at: Date;
  attempts: number;
  url: string;
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
};

/** Sends what is due. Deliveries are claimed for a minute, so that no two processes send the same. */
export function deliverWebhooks(platform: Platform, signal: AbortSignal): Promise<number> {
  return sendDue({ claim: () => claim(platform), send: (one) => deliver(platform, one, signal) }, signal);
}

async function claim({ db }: Platform): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update webhook_deliveries d set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseS})
    from webhooks w where w.id = d.webhook_id and d.id in (
      select q.id from webhook_deliveries q where q.id in (
        select r.id from (
          select x.id, x.next_attempt_at, row_number() over (partition by v.user_id order by x.next_attempt_at) as turn
          from webhook_deliveries x join webhooks v on v.id = x.webhook_id
          where x.state = 'pending' and x.next_attempt_at <= now() and x.attempts <= ${webhookPausesS.length}
            and v.paused_at is null and v.sealed_secret is not null
        ) r where r.turn <= ${perOwner} order by r.turn, r.next_attempt_at limit ${atOnce})
      and q.state = 'pending' and q.next_attempt_at <= now() for update of q skip locked)
    returning d.id::text, d.webhook_id, d.event, d.event_id, d.data, d.created_at, d.attempts, w.url, w.sealed_secret,
      case when w.previous_until > now() then w.sealed_previous_secret end as sealed_previous_secret`.execute(db);
  return rows;
}

async function deliver(platform: Platform, one: Due, signal: AbortSignal): Promise<void> {
  const sealed = [one.sealed_secret, one.sealed_previous_secret].filter((each) => each !== null);
  const secrets = sealed.map((each) => openSecret(platform, one.webhook_id, each)).filter((each) => each !== null);
  const body = payloadOf(one);
  const headers = {
    'tuneport-delivery': one.id,
    'tuneport-signature': signatureOf(secrets, body, platform.clock.now()),
  };
  const posted = await postEvent(platform, { ...one, body, headers }, signal);
  await record(platform, one, posted);
}

async function record(platform: Platform, one: Due, { status, problem, response }: Posted): Promise<void> {
  const pauseS = webhookPausesS[one.attempts - 1];
  const state = problem === null ? 'delivered' : pauseS === undefined ? 'failed' : 'pending';
  await platform.db.transaction().execute(async (tx) => {
    await sql`update webhook_deliveries set state = ${state}, status = ${status}, problem = ${problem}, response = ${response},
      next_attempt_at = now() + make_interval(secs => ${pauseS ?? 0}), ended_at = case when ${state} <> 'pending' then now() end
      where id = ${one.id} and state = 'pending'`.execute(tx);
    if (state === 'pending') return;
    const { rows } = await sql<{ paused: boolean; user_id: number; email: string; confirmed: boolean }>`
      update webhooks w set failed_in_row = case when ${state} = 'delivered' then 0 else w.failed_in_row + 1 end,
        paused_at = case when ${state} = 'failed' and w.failed_in_row + 1 >= ${webhookFailuresMax} then now() end
      from users u where w.id = ${one.webhook_id} and u.id = w.user_id and w.paused_at is null
      returning w.paused_at is not null as paused, w.user_id, u.email, u.email_confirmed_at is not null as confirmed`.execute(
      tx,
    );
    const [owner] = rows;
    if (!owner?.paused) return;
    await writeAudit(tx, system, 'identity.pause-webhook', `user:${owner.user_id}`, { webhook: one.webhook_id });
    if (owner.confirmed) await sendWebhookPaused(tx, platform.config.publicOrigin, owner.email, one.webhook_id);
  });
}

/** Fails deliveries without attempts left, and removes deliveries older than the log. */
export async function expireDeliveries({ db }: Pick<Platform, 'db'>): Promise<void> {
  // A delivery whose attempts all crashed their process is given up.
  await sql`update webhook_deliveries set state = 'failed', ended_at = now(), problem = 'The notification could not be sent.'
    where state = 'pending' and attempts > ${webhookPausesS.length} and next_attempt_at <= now()`.execute(db);
  await sql`delete from webhook_deliveries where created_at < now() - make_interval(days => ${webhookLogDays})`.execute(
    db,
  );
}
