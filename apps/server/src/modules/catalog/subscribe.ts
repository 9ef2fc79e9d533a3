import { t } from '@tuneport/domain/text/text';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { rememberLanguage } from '../../platform/mail/mail-language.ts';
import { isWithinMailLimit } from '../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../platform/mail/queue.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { hashToken, newToken } from '../identity/index.ts';
import { requireRegion } from './read-full-record.ts';
import { engineRegions } from './vehicle-queries.ts';

/**
 * Subscribes an address to the first tune of an engine. Idempotent, and does not reveal whether the address was already
 * subscribed.
 */
export async function subscribe(
  db: Db,
  region: Region,
  input: { email: string; engine: number; vehicle?: string | undefined },
): Promise<void> {
  const { tunes } = requireRegion(await engineRegions(db, input.engine), region);
  if (tunes > 0) throw fieldRefusal({ engine: ['Tunes are already available for this vehicle.'] });
  await rememberLanguage(db, input.email);
  await db
    .insertInto('catalog_subscriptions')
    .values({
      email: input.email,
      engine_id: input.engine,
      vehicle: input.vehicle ?? '',
      region,
      token_sha256: hashToken(newToken()),
    })
    .onConflict((on) => on.columns(['email', 'engine_id']).doNothing())
    .execute();
}

export async function unsubscribe(db: Db, token: string): Promise<void> {
  await db.deleteFrom('catalog_subscriptions').where('token_sha256', '=', hashToken(token)).execute();
}

const mailsAtOnceMax = 5000;

/**
 * Notifies subscribers of the first tune of these engines. Called in the transaction that attaches tunes; each
 * subscription is notified once, or ended without a mail if its address gets too many.
 */
export async function notifySubscribers(
  db: Db,
  origin: string,
  engineIds: readonly number[],
  now: Date,
): Promise<number> {
  if (engineIds.length === 0) return 0;
  const { rows } = await sql<{ id: number; email: string; name: string }>`
    select s.id, s.email, e.name from catalog_subscriptions s join engines e on e.id = s.engine_id
    where s.notified_at is null and s.engine_id = any(${[...engineIds]}::integer[])
      and exists (select from engine_tunes x join tunes t on t.id = x.tune_id where x.engine_id = s.engine_id and not t.is_stock)
    order by s.id limit ${mailsAtOnceMax} for update of s`.execute(db);
  // Uses our own engine name: text typed by the subscriber is not mailed, because the address may belong to someone
  // else.
  for (const { id, email, name } of rows) {
    const token = newToken();
    await db
      .updateTable('catalog_subscriptions')
      .set({ notified_at: now, token_sha256: hashToken(token) })
      .where('id', '=', id)
      .execute();
    // Anyone can enter any address for every vehicle.
    if (!(await isWithinMailLimit(db, 'first-tune', email))) continue;
    const unsubscribeUrl = `${origin}/api/ecu/notify/unsubscribe/${token}`;
    await queueMail(db, {
      to: email,
      secrets: [token],
      unsubscribeUrl,
      message: () => firstTune(origin, name, unsubscribeUrl),
    });
  }
  return rows.length;
}

const firstTune = (origin: string, name: string, unsubscribeUrl: string) =>
  mailMessage('first-tune', {
    title: t('First tune available: {name}', { name }),
    paragraphs: [t('You asked us to let you know when a tune for your vehicle is available. There is one now.')],
    button: { label: t('See the available tunes'), url: `${pagesOf(origin)}/catalog` },
    footer: t('This is the only e-mail you will get for this request. Unsubscribe: {url}', {
      url: unsubscribeUrl,
    }),
  });

export const subscriptionMailSamples: MailSamples<'first-tune'> = {
  'first-tune': (origin) => firstTune(origin, '2.0 TFSI 220 hp', `${origin}/api/ecu/notify/unsubscribe/sample`),
};
