import { createHash } from 'node:crypto';
import type { NewTradeIn } from '@tuneport/contract/store/trade-ins';
import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { endedTradeIns, openTradeInsMax } from '@tuneport/domain/store/trade-in-states';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { addressGroup } from '../../../platform/rate-limit.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { sendTradeInMail } from './trade-in-mails.ts';

/** Submits a tool. A logged-in user's trade-in belongs to their account and their dealer. */
export async function submitTradeIn(
  db: Db,
  origin: string,
  actor: Actor,
  input: Omit<z.output<typeof NewTradeIn>, 'recaptcha_token'>,
  now: Date,
): Promise<{ id: number; token: string }> {
  const { wanted_product, ...fields } = input;
  const guestKey = actor.userId === null ? guestKeyOf(actor, fields.email) : null;
  await requireOpenLimit(db, actor, guestKey);
  const wanted = wanted_product
    ? await db
        .selectFrom('products')
        .select('id')
        .where('slug', '=', wanted_product)
        .where('state', '=', 'published')
        .executeTakeFirst()
    : null;
  if (wanted === undefined) throw fieldRefusal({ wanted_product: ['This product is no longer in the store.'] });
  const made = await db
    .insertInto('trade_ins')
    .values({
      ...fields,
      user_id: actor.userId,
      guest_key: guestKey,
      dealer_id: actor.dealers[0]?.id ?? null,
      wanted_product_id: wanted?.id ?? null,
      created_at: now,
      updated_at: nextUpdatedAt(null, now),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made)
    throw fieldRefusal({
      serial: ['You already have an open trade-in for this tool. Use the link we sent you, or contact us.'],
    });
  const { id } = made;
  const token = newToken();
  await db
    .insertInto('trade_in_tokens')
    .values({ token_hash: hashToken(token), trade_in_id: id, created_at: now })
    .execute();
  await db
    .insertInto('trade_in_events')
    .values({ trade_in_id: id, at: now, event: 'submit', to_state: 'submitted', actor_id: actor.userId })
    .execute();
  await sendTradeInMail(db, origin, id, token);
  return { id, token };
}

/** An e-mail address that anybody may type, with the network it was typed in. */
const guestKeyOf = ({ address }: Actor, email: string): Buffer =>
  createHash('sha256')
    .update(`${email.toLowerCase()} ${addressGroup(address)}`)
    .digest();

/**
 * Offers are read by people, so one person has a few at a time: by account, and without one by e-mail address and
 * network, so that a stranger who types another person's address does not use up their limit.
 */
async function requireOpenLimit(db: Db, actor: Actor, guestKey: Buffer | null): Promise<void> {
  const lock = guestKey === null ? `user:${actor.userId}` : guestKey.toString('hex');
  // Serializes concurrent requests, so that they are counted correctly.
  await sql`select pg_advisory_xact_lock(${tradeInLock}, hashtext(${lock}))`.execute(db);
  const open = db
    .selectFrom('trade_ins')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', 'not in', endedTradeIns);
  const mine = guestKey === null ? open.where('user_id', '=', actor.userId) : open.where('guest_key', '=', guestKey);
  const { count } = await mine.executeTakeFirstOrThrow();
  if (count >= openTradeInsMax)
    throw new Refusal('conflict', {
      message: `You have ${count} open trade-ins. Finish one of them first, or contact us.`,
    });
}
const tradeInLock = pairedLockKeys.tradeInsOfGuest;
