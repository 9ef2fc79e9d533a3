import { msg, t } from '@tuneport/domain/text/text';
import {
  type WebhookEvent,
  webhookRotationHours,
  webhookSecretStart,
  webhooksMax,
} from '@tuneport/domain/webhooks/webhook-events';
import { sql } from 'kysely';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import { writeAudit } from '../audit/index.ts';
import { newToken, sendSecurityNotice } from '../identity/index.ts';
import { lockWebhook, readWebhook } from './webhook-queries.ts';

const purposeOf = (id: number | string): string => `webhook:${id}`;
export const sealedWebhookSecrets: readonly SealedColumn[] = ['sealed_secret', 'sealed_previous_secret'].map(
  (column) => ({
    table: 'webhooks',
    column,
    key: ['id'],
    purpose: purposeOf,
    stored: 'bytea' as const,
  }),
);
export const openSecret = ({ secrets }: Pick<Platform, 'secrets'>, id: number, sealed: Uint8Array): string | null =>
  secrets.open(purposeOf(id), sealed);

type Context = { readonly db: Db; readonly platform: Platform; readonly now: Date };
type Input = { readonly url: string; readonly events: readonly WebhookEvent[] };

const newSecret = () => `${webhookSecretStart}${newToken()}`;

/** Only a first check: the address is checked again at every connection. */
function requireUrl({ config }: Platform, url: string): void {
  if (!config.webhooksToPrivateNetworks && new URL(url).protocol !== 'https:')
    throw fieldRefusal({ url: ['Enter a URL that starts with https://.'] });
}

export async function createWebhook({ db, platform, now }: Context, actor: SignedInActor, { url, events }: Input) {
  requireUrl(platform, url);
  // Serializes the count below.
  await sql`select from users where id = ${actor.userId} for no key update`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhooks where user_id = ${actor.userId}`.execute(db);
  if ((rows[0]?.count ?? 0) >= webhooksMax)
    throw new Refusal('conflict', { message: `You can have ${webhooksMax} webhooks. Delete one first.` });
  const { id } = await db
    .insertInto('webhooks')
    .values({ user_id: actor.userId, url, events: [...events], created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const secret = newSecret();
  const sealed_secret = platform.secrets.seal(purposeOf(id), secret);
  await db.updateTable('webhooks').set({ sealed_secret }).where('id', '=', id).execute();
  await writeAudit(db, actor, 'identity.add-webhook', `user:${actor.userId}`, {
    webhook: id,
    host: new URL(url).host,
    events,
  });
  await notifyOwner({ db, platform, now }, actor.userId, msg('A webhook was added to your account'), url);
  return { ...(await readWebhook(db, actor.userId, id)), secret };
}

/** Notifications leave the site, so the owner is notified of every new receiver. */
async function notifyOwner({ db, platform }: Context, userId: number, what: string, url: string): Promise<void> {
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  await sendSecurityNotice(db, platform.config.publicOrigin, email, what, () => [
    t('Notifications about your account are sent to {host}.', { host: new URL(url).host }),
  ]);
}

type Change = { readonly [Name in keyof Input]?: Input[Name] | undefined } & { readonly paused?: boolean | undefined };

export async function changeWebhook(
  { db, platform, now }: Context,
  actor: SignedInActor,
  id: number,
  { url, events, paused }: Change,
) {
  const known = await lockWebhook(db, actor.userId, id);
  if (url !== undefined) requireUrl(platform, url);
  await db
    .updateTable('webhooks')
    .set({
      url: url ?? known.url,
      events: events ? [...events] : known.events,
      ...(paused === undefined ? {} : { paused_at: paused ? (known.paused_at ?? now) : null, failed_in_row: 0 }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  const fields = Object.entries({ url, events, paused }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  await writeAudit(db, actor, 'identity.change-webhook', `user:${actor.userId}`, { webhook: id, fields });
  if (url !== undefined && url !== known.url)
    await notifyOwner({ db, platform, now }, actor.userId, msg('The address of a webhook was changed'), url);
  return readWebhook(db, actor.userId, id);
}

export async function rotateSecret({ db, platform, now }: Context, actor: SignedInActor, id: number) {
  const known = await lockWebhook(db, actor.userId, id);
  const secret = newSecret();
  await db
    .updateTable('webhooks')
    .set({
      sealed_secret: platform.secrets.seal(purposeOf(id), secret),
      sealed_previous_secret: known.sealed_secret,
      previous_until: new Date(now.getTime() + webhookRotationHours * 3_600_000),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await writeAudit(db, actor, 'identity.rotate-webhook-secret', `user:${actor.userId}`, { webhook: id });
  return { ...(await readWebhook(db, actor.userId, id)), secret };
}

export async function deleteWebhook(db: Db, actor: SignedInActor, id: number): Promise<void> {
  await lockWebhook(db, actor.userId, id);
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
  await writeAudit(db, actor, 'identity.delete-webhook', `user:${actor.userId}`, { webhook: id });
}

export const pausedRefusal = () => new Refusal('conflict', { message: 'This webhook is paused. Resume it first.' });

export async function queueTest(db: Db, userId: number, id: number): Promise<void> {
  const { paused_at } = await lockWebhook(db, userId, id);
  if (paused_at !== null) throw pausedRefusal();
  await db.insertInto('webhook_deliveries').values({ webhook_id: id, event: 'ping', data: '{}' }).execute();
}

/** Queues a copy: the log keeps what happened to the first one. */
export async function replayDelivery(db: Db, userId: number, id: number, delivery: number): Promise<void> {
  const { paused_at } = await lockWebhook(db, userId, id);
  const { rows } = await sql<{ state: string }>`
    select state from webhook_deliveries where webhook_id = ${id} and id = ${delivery}`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  if (paused_at !== null) throw pausedRefusal();
  if (rows[0].state === 'pending')
    throw new Refusal('conflict', { message: 'This notification is still being delivered.' });
  await sql`insert into webhook_deliveries (webhook_id, event, event_id, data, created_at)
    select webhook_id, event, event_id, data, now() from webhook_deliveries where id = ${delivery}`.execute(db);
}
