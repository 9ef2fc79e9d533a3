import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { storeSetting } from './catalog.ts';
import { tuneShop } from './money/purchases.ts';
import type { TestServer } from './server.ts';
import { makeShop, setTables, setTaxes } from './shop.ts';

export const berlin = {
  country_code: 'DE',
  full_name: 'Erika Muster',
  line1: 'Musterweg 1',
  line2: '',
  city: 'Berlin',
  state: '',
  postal_code: '10115',
  email: 'erika@example.test',
  phone: '',
};

/** A shop whose prices contain VAT: a product at 33.33, tunes, shipping for 15.00 and the code PARTS. */
export async function taxShop(server: TestServer, percents: Readonly<Record<string, string | null>>) {
  const shop = await makeShop(server);
  const { slug } = await shop.sell(500, { prices: [{ currency: 'CAD', price: '33.33' }] });
  const tunes = await tuneShop(server);
  const places = Object.keys(percents).map((country_code) => ({ country_code, state: '' }));
  await setTables(shop.admin, {
    zones: [{ name: 'Europe', places }],
    tiers: [{ key: 'standard', name: 'Standard', days_min: 3, days_max: 6 }],
    rates: [{ class: 'parcel', zone: 'Europe', tier: 'standard', currency: 'CAD', price: '15.00', extra: '0' }],
  });
  const taxes = Object.entries(percents).flatMap(([country_code, percent]) =>
    percent === null ? [] : [{ country_code, state: '', name: 'VAT', percent }],
  );
  await setTaxes(server, shop.admin, taxes);
  const { id } = await server.make.affiliate();
  const code = { code: 'PARTS', name: 'Parts', affiliate_id: id, amount: '10', share_percent: '12.5' };
  await server.db
    .insertInto('discount_codes')
    .values({ ...code, amount_type: 'percent', type: 'site' })
    .execute();
  await storeSetting(server, 'region_1_prices_include_tax', true);
  return { admin: shop.admin, slug, tunes };
}

/** Sums of a sale by kind of account, from the raw entries. */
export async function bookedOn(db: Db, subjects: readonly string[]): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ kind: string; amount: bigint }>`
    select a.kind, sum(e.amount_minor)::bigint as amount from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id where t.subject = any(${subjects}) and not e.pending
    group by 1 having sum(e.amount_minor) <> 0`.execute(db);
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}
