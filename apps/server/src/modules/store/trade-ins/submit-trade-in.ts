import type { NewTradeIn } from '@tuneport/contract/store/trade-ins';
import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { endedTradeIns, openTradeInsMax } from '@tuneport/domain/store/trade-in-states';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
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
  await requireFewOpen(db, actor, fields.email);
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

/**
 * Offers are reviewed manually, so the number of open ones per person is limited: by account, or else by e-mail
 * address.
 */
async function requireFewOpen(db: Db, actor: Actor, email: string): Promise<void> {
  const limitKey = actor.userId === null ? `email:${email.toLowerCase()}` : `user:${actor.userId}`;
  // Serializes concurrent requests, so that they are counted correctly.
  await sql`select pg_advisory_xact_lock(${tradeInLock}, hashtext(${limitKey}))`.execute(db);
  const open = db
    .selectFrom('trade_ins')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', 'not in', endedTradeIns);
  const mine =
    actor.userId === null
      ? open.where('user_id', 'is', null).where(sql<string>`lower(email)`, '=', email.toLowerCase())
      : open.where('user_id', '=', actor.userId);
  const { count } = await mine.executeTakeFirstOrThrow();
  if (count >= openTradeInsMax)
    throw new Refusal('conflict', {
      message: `You have ${count} open trade-ins. Finish one of them first, or contact us.`,
    });
}
const tradeInLock = 64;
