import { EstimateInput } from '@tuneport/contract/catalog/estimate-shapes';
import { sql } from 'kysely';
import { makeEstimate, storeMadeEstimate } from '../../modules/catalog/index.ts';
import { buyTunes, disclaimerHash, type Tender } from '../../modules/purchases/index.ts';
import { refundOrder } from '../../modules/sales/index.ts';
import { settingsOf } from '../../modules/settings/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { chance } from '../chance.ts';
import { dayMs } from './calendar.ts';
import type { HistoryContext } from './history-context.ts';
import { pick } from './invented.ts';
import type { Customer } from './people.ts';

export type Car = { engine_id: number; tune_id: number; tuner_id: number | null; path: string };

/** Cars people own: a spread over makes and years, with a tune that has a price and a tool. */
export async function popularCars(db: Db, count: number): Promise<Car[]> {
  const { rows } = await sql<Car>`
    with sold as (
      select distinct on (e.engine_id) e.engine_id, e.tune_id, t.tuner_id from engine_tunes e join tunes t on t.id = e.tune_id
      where not t.is_stock and not t.optional and exists (select from tune_tools x where x.tune_id = t.id)
      order by e.engine_id, t.tuner_id is null, e.tune_id
    ), newest as (
      select distinct on (v.engine_id) v.engine_id, m.slug as make,
        '/catalog/' || m.slug || '/' || y.year || '/' || o.slug || '/' || n.slug as path
      from vehicles v join models o on o.id = v.model_id join makes m on m.id = o.make_id join years y on y.id = v.year_id
        join engines n on n.id = v.engine_id
      where v.regions @> '{1}'
      order by v.engine_id, y.rank desc, v.id
    )
    select s.engine_id, s.tune_id, s.tuner_id, w.path from sold s join newest w using (engine_id)
    order by case when w.make in ('volkswagen', 'audi', 'bmw', 'ford', 'subaru', 'mercedes-benz') then 0 else 1 end,
      (s.engine_id * 7919) % 10007
    limit ${count}`.execute(db);
  return rows;
}

/** A tune bought in the catalogue: by a customer with a card, or by a dealer on account. */
export async function addPurchase(
  context: HistoryContext,
  cars: readonly Car[],
  moment: Date,
  number: number,
): Promise<void> {
  const { seed, people, platform, clock, now: today } = context;
  const label = `purchase ${number}`;
  const requestKey = `demo history ${label}`;
  const known = await platform.db
    .selectFrom('catalog_purchases')
    .select('state')
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  if (known && known.state !== 'pending_payment') return;
  const byDealer = chance(seed, `${label} dealer`) < 0.4;
  const here: readonly (Customer & { slug?: string })[] = (byDealer ? people.dealers : people.customers).filter(
    ({ since }) => since < moment,
  );
  const [buyer, car] = [here.length > 0 ? pick(here, seed, label) : null, pick(cars, seed, `${label} car`)];
  if (!buyer) return;
  clock.now = moment;
  const asking = { actor: buyer.actor, region: 1 as const, now: moment };
  const input = EstimateInput.parse({ engine: car.engine_id, tunes: [car.tune_id], currency: 'CAD' });
  const made = await makeEstimate(platform, { ...asking, input });
  await storeMadeEstimate(platform.db, made, buyer.actor, moment);
  const { tuning_disclaimer: text } = await settingsOf(platform);
  const tender: Tender =
    buyer.slug !== undefined
      ? { kind: 'account', dealer: buyer.slug }
      : { kind: 'card', billing: buyer.billing, method: { token: 'test_ok' } };
  const choice = {
    estimateHash: made.hash,
    requestKey,
    tender,
    again: true,
    disclaimerHash: text === '' ? undefined : disclaimerHash(text),
    vehiclePath: car.path,
  };
  const bought = await buyTunes(platform, asking, choice).catch((error: unknown) => {
    // A dealer at the credit limit waits for the next month.
    if (error instanceof Refusal && error.code === 'dealer_hit_credit_limit') return null;
    throw error;
  });
  const back = new Date(moment.getTime() + (4 + chance(seed, `${label} returns`) * 9) * dayMs);
  if (!bought || byDealer || chance(seed, `${label} refund`) >= 0.02 || back >= today) return;
  clock.now = back;
  const payment = bought.outcome?.payment.id;
  const reason = 'The customer sold the car.';
  if (payment !== undefined)
    await refundOrder(platform, people.superAdmin, {
      id: payment,
      amount: null,
      reason,
      requestKey: `${requestKey} refund`,
    });
}
