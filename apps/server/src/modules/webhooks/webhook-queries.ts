import type { WebhookDeliveryState, WebhookEvent } from '@tuneport/domain/webhooks/webhook-events';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/db/lists/page.ts';
import { Refusal } from '../../platform/refusal.ts';
import { payloadOf } from './payload.ts';

const webhooksOf = (db: Db, userId: number) =>
  db
    .selectFrom('webhooks as w')
    .select(['w.id', 'w.url', 'w.events', 'w.paused_at', 'w.created_at'])
    .select(
      sql<{
        state: WebhookDeliveryState;
        at: string;
      } | null>`(select json_build_object('state', d.state, 'at', d.created_at)
        from webhook_deliveries d where d.webhook_id = w.id order by d.id desc limit 1)`.as('last_delivery'),
    )
    .where('w.user_id', '=', userId);

type Row = Awaited<ReturnType<ReturnType<typeof webhooksOf>['execute']>>[number];

const present = ({ paused_at, events, last_delivery, ...row }: Row) => ({
  ...row,
  events: events as WebhookEvent[],
  paused: paused_at !== null,
  last_delivery: last_delivery && { state: last_delivery.state, at: new Date(last_delivery.at) },
});

export async function listWebhooks(db: Db, userId: number) {
  return (await webhooksOf(db, userId).orderBy('w.id').execute()).map(present);
}

export async function readWebhook(db: Db, userId: number, id: number) {
  const row = await webhooksOf(db, userId).where('w.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return present(row);
}

export async function lockWebhook(db: Db, userId: number, id: number) {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

export async function listDeliveries(db: Db, userId: number, id: number, page: number) {
  await readWebhook(db, userId, id);
  const all = db.selectFrom('webhook_deliveries').where('webhook_id', '=', id);
  const found = await pageOf(all, all.selectAll().orderBy('id', 'desc'), page);
  return {
    ...found,
    data: found.data.map((row) => ({
      id: String(row.id),
      event: row.event,
      event_id: row.event_id,
      state: row.state as WebhookDeliveryState,
      attempts: row.attempts,
      status: row.status,
      problem: row.problem,
      response: row.response,
      payload: payloadOf(row),
      next_attempt_at: row.state === 'pending' ? row.next_attempt_at : null,
      created_at: row.created_at,
    })),
  };
}
