import { ProductFields } from '@tuneport/contract/store/store-products-admin';
import { sql } from 'kysely';
import { system } from '../../modules/audit/index.ts';
import { createProduct } from '../../modules/store/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { demoCategories, demoLocations, demoProducts, demoStock } from './store-products.ts';
import { buildDemoShipping } from './store-shipping.ts';

const currencies = ['CAD', 'USD', 'EUR', 'GBP', 'JPY'];
const rates = { USD: '0.7331', EUR: '0.6783', GBP: '0.5829', JPY: '108.42' };

/** The demo store: its categories, products and currencies. */
export async function buildDemoStore(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values([
      { name: 'currencies', value: JSON.stringify(currencies) },
      { name: 'conversion_rates', value: JSON.stringify(conversionRates(now)) },
    ])
    .onConflict((on) => on.column('name').doNothing())
    .execute();
  await db
    .insertInto('product_categories')
    .values(demoCategories.map((category, position) => ({ ...category, position })))
    .execute();
  for (const grant of demoProducts) await createProduct(db, system, ProductFields.parse(grant), now);
  await stockUp(db, now);
  await buildDemoShipping(db);
  await offerATool(db, now);
}

/** A trade-in offer of an old tool. */
async function offerATool(db: Db, now: Date): Promise<void> {
  const { id } = await db
    .insertInto('trade_ins')
    .values({
      full_name: 'Casey Driver',
      email: 'customer@demo.tuneport.test',
      tool: 'FlashZilla V2',
      serial: 'FZ2-004711',
      condition: 'used',
      note: 'With both cables and the case. The screen has a scratch.',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('trade_in_events')
    .values({ trade_in_id: id, at: now, event: 'submit', to_state: 'submitted' })
    .execute();
}

const conversionRates = (now: Date) => ({
  base: 'CAD',
  rates: Object.entries(rates).map(([currency, rate]) => ({ currency, rate, as_of: now.toISOString().slice(0, 10) })),
});

async function stockUp(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('stock_locations')
    .values(demoLocations.map((location, position) => ({ ...location, position })))
    .execute();
  const received = Object.entries(demoStock).flatMap(([slug, pieces]) =>
    demoLocations.map(({ slug: location }, at) => ({ slug, location, pieces: pieces[at] ?? 0 })),
  );
  await sql`insert into stock_movements (at, kind, product_id, location_id, on_hand_change, reason)
    select ${now}, 'RECEIVE', p.id, s.id, x.pieces, 'First delivery'
    from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as x (slug text, location text, pieces integer)
      join products p on p.slug = x.slug join stock_locations s on s.slug = x.location
    where x.pieces > 0 order by p.id, s.id`.execute(db);
}
