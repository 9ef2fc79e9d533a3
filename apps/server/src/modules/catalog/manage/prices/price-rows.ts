import type { PriceRow } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { type Currency, currencies, isCurrency, money, parseMoney, toDecimal } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../../platform/db/db.ts';

export type Price = z.output<typeof PriceRow>;
const parts = ['baseprice', 'baseaddonprice', 'dealerprice', 'dealeraddonprice'] as const;

export const priceTables = {
  tier: { table: 'tune_pricing_tier_prices', owner: 'tier_id' },
  tune: { table: 'tune_prices', owner: 'tune_id' },
} as const;
type Owner = keyof typeof priceTables;

/** An amount with more decimals than its currency has cannot be paid. */
export function priceErrors(prices: readonly Price[] | undefined): string[] {
  return (prices ?? []).flatMap((price) =>
    parts
      .filter((part) => price[part] !== null && minorOf(price[part], price.currency) === null)
      .map(() => `${price.currency} has ${decimalsText(price.currency)}.`)
      .slice(0, 1),
  );
}

export function amountError(amount: string | null | undefined, currency: string | null | undefined): string | null {
  if (amount === null || amount === undefined) return null;
  if (!currency) return 'Choose a currency for this amount.';
  return minorOf(amount, currency) === null ? `${currency} has ${decimalsText(currency)}.` : null;
}

const decimalsText = (currency: string) => {
  const decimals = isCurrency(currency) ? currencies[currency] : 0;
  return decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`;
};

export function minorOf(amount: string | null | undefined, currency: string): bigint | null {
  if (amount === null || amount === undefined || !isCurrency(currency)) return null;
  return parseMoney(amount, currency)?.amountMinor ?? null;
}

export const amountOf = (minor: bigint, currency: string) => toDecimal(money(minor, currency as Currency));
export const amountOrNone = (minor: bigint | null, currency: string | null) =>
  minor === null || currency === null ? null : amountOf(minor, currency);

type Row = {
  id: number;
  currency: string;
  base_minor: bigint;
  base_addon_minor: bigint | null;
  dealer_minor: bigint | null;
  dealer_addon_minor: bigint | null;
};

/** The own prices of tiers or tunes, by their ids. */
export async function readPrices(db: Db, of: Owner, ids: readonly number[]): Promise<Map<number, Price[]>> {
  const { table, owner } = priceTables[of];
  const { rows } = await sql<Row>`
    select ${sql.ref(owner)} as id, currency, base_minor, base_addon_minor, dealer_minor, dealer_addon_minor
    from ${sql.table(table)} where ${sql.ref(owner)} = any(${[...ids]}::integer[]) order by currency`.execute(db);
  const found = new Map<number, Price[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    found.get(row.id)?.push({
      currency: row.currency,
      baseprice: amountOf(row.base_minor, row.currency),
      baseaddonprice: amountOrNone(row.base_addon_minor, row.currency),
      dealerprice: amountOrNone(row.dealer_minor, row.currency),
      dealeraddonprice: amountOrNone(row.dealer_addon_minor, row.currency),
    });
  }
  return found;
}

export async function storePrices(db: Db, of: Owner, id: number, prices: readonly Price[] | undefined): Promise<void> {
  if (prices === undefined) return;
  const { table, owner } = priceTables[of];
  await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(db);
  for (const price of prices) {
    const minor = (part: (typeof parts)[number]) => minorOf(price[part], price.currency);
    await sql`insert into ${sql.table(table)}
        (${sql.ref(owner)}, currency, base_minor, base_addon_minor, dealer_minor, dealer_addon_minor)
      values (${id}, ${price.currency}, ${minor('baseprice')}, ${minor('baseaddonprice')}, ${minor('dealerprice')},
        ${minor('dealeraddonprice')})`.execute(db);
  }
}
