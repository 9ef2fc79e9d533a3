import type { TradeInMove } from '@tuneport/contract/store/trade-ins';
import { isStale } from '@tuneport/domain/api/precondition';
import { isCurrency, parseMoney } from '@tuneport/domain/money/money';
import { eventsFrom, findStepTo } from '@tuneport/domain/states/machine';
import { type TradeInEvent, tradeInMachine } from '@tuneport/domain/store/trade-in-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { bookMovement, reverseMovement } from '../stock/book-movement.ts';
import { stockValue } from '../stock/stock-cost.ts';
import { type Change, moveTradeIn } from './move-trade-in.ts';
import { presentTradeInRecord } from './present-trade-in.ts';
import { sendTradeInMail } from './trade-in-mails.ts';
import { lockTradeIn, type TradeInRow } from './trade-in-queries.ts';

type Input = z.output<typeof TradeInMove>;

/** Staff perform the transition to a state, and the customer is notified. */
export async function decideTradeIn(
  db: Db,
  origin: string,
  actor: Actor,
  id: number,
  input: Input,
  readAt: Date,
  now: Date,
): Promise<void> {
  const row = await lockTradeIn(db, id);
  if (!row) throw new Refusal('not_found');
  if (isStale(row.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentTradeInRecord(db, id) });
  await requireNotOwnBusiness(db, actor, { user: row.user_id, dealer: row.dealer_id });
  const step = findStepTo(tradeInMachine, row.state, input.state, 'staff');
  if (!step) throw new Refusal('invalid_transition', { allowed: eventsFrom(tradeInMachine, row.state, 'staff') });
  const { event } = step;
  if ((event === 'ask' || event === 'reject') && input.note === '')
    throw fieldRefusal({
      note: [event === 'ask' ? 'Enter your question.' : 'Enter a reason. The customer will see it.'],
    });
  await moveTradeIn(
    { db, now },
    row,
    event,
    { ...actor, as: 'staff' },
    {
      reason: input.note,
      set: (held) => effectOf(db, actor, held, event, input, now),
    },
  );
  await sendTradeInMail(db, origin, id);
}

async function effectOf(
  db: Db,
  actor: Actor,
  row: TradeInRow,
  event: TradeInEvent,
  input: Input,
  now: Date,
): Promise<Change> {
  switch (event) {
    case 'offer':
    case 'counter-offer':
      return offerOf(row, event, input, now);
    case 'receive':
      return takeIn(db, actor, row, input, now);
    case 'send-back':
      await releaseBuffer(db, actor, row, now);
      return {};
    default:
      return {};
  }
}

function offerOf(row: TradeInRow, event: 'offer' | 'counter-offer', { offer, note }: Input, now: Date): Change {
  if (!offer) throw fieldRefusal({ 'offer.amount': ['Enter the amount of your offer.'] });
  const value = isCurrency(offer.currency) ? parseMoney(offer.amount, offer.currency) : null;
  if (!value || value.amountMinor <= 0n)
    throw fieldRefusal({ 'offer.amount': [`Enter an amount in ${offer.currency} above zero.`] });
  // A tool in stock has its cost in the currency of the first offer.
  if (event === 'counter-offer' && row.offer_currency !== null && row.offer_currency !== offer.currency)
    throw fieldRefusal({ 'offer.currency': [`The first offer was in ${row.offer_currency}.`] });
  return {
    offer_minor: value.amountMinor,
    offer_currency: value.currency,
    offer_until: new Date(now.getTime() + offer.days * dayMs),
    offer_conditions: note,
  };
}

/** Quarantined with a value of zero until it is inspected. */
async function takeIn(db: Db, actor: Actor, row: TradeInRow, input: Input, now: Date): Promise<Change> {
  const product = input.product
    ? await db
        .selectFrom('products')
        .select(['id', 'tracks_stock'])
        .where('slug', '=', input.product)
        .executeTakeFirst()
    : undefined;
  const location = input.location
    ? await db.selectFrom('stock_locations').select('id').where('slug', '=', input.location).executeTakeFirst()
    : undefined;
  const errors: Record<string, string[]> = {};
  if (!product?.tracks_stock) errors.product = ['Choose a product with tracked stock.'];
  if (!location) errors.location = ['Choose the location where it arrived.'];
  if (product) {
    const { currency } = await stockValue(db, product.id);
    if (currency !== null && currency !== row.offer_currency)
      errors.product = [
        `The cost of this product is recorded in ${currency}, but the offer is in ${row.offer_currency}.`,
      ];
  }
  if (!product || !location || Object.keys(errors).length > 0) throw fieldRefusal(errors);
  await bookMovement(
    db,
    actor,
    { productSlug: input.product ?? '', locationSlug: input.location ?? '' },
    { kind: 'TRADE_IN', change: 1, condition: 'good', reference: `trade-in:${row.id}`, reason: 'Traded in' },
    now,
  );
  return { product_id: product.id, location_id: location.id };
}

async function releaseBuffer(db: Db, actor: Actor, row: TradeInRow, now: Date): Promise<void> {
  const movement = await db
    .selectFrom('stock_movements')
    .select('id')
    .where('reference', '=', `trade-in:${row.id}`)
    .where('kind', '=', 'TRADE_IN')
    .where('reverses', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (!movement || row.product_slug === null || row.location_slug === null)
    throw new Error(`trade-in ${row.id} is not in stock`);
  await reverseMovement(
    db,
    actor,
    { productSlug: row.product_slug, locationSlug: row.location_slug },
    { movement: `${movement.id}`, reason: 'Returned to its owner' },
    now,
  );
}
