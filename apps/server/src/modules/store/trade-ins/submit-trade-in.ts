import type { NewTradeIn } from '@tuneport/contract/trade-ins';
import { nextUpdatedAt } from '@tuneport/domain/precondition';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { sendTradeInMail } from './trade-in-mails.ts';

/** Somebody offers a tool. Whoever is logged in keeps it with their account, and with their dealer's. */
export async function submitTradeIn(
  db: Db,
  origin: string,
  actor: Actor,
  wish: Omit<z.output<typeof NewTradeIn>, 'recaptcha_token'>,
  now: Date,
): Promise<{ id: number; token: string }> {
  const { wanted_product, ...fields } = wish;
  const wanted = wanted_product
    ? await db
        .selectFrom('products')
        .select('id')
        .where('slug', '=', wanted_product)
        .where('state', '=', 'published')
        .executeTakeFirst()
    : null;
  if (wanted === undefined) throw fieldRefusal({ wanted_product: ['This product is not in the store any more.'] });
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
