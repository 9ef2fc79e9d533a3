import { type Currency, isCurrency, money, toDecimal } from '@tuneport/domain/money/money';
import type { ShippingTable } from '@tuneport/domain/store/shipping';
import type { TaxRow } from '@tuneport/domain/store/tax/tax-table';
import type { Platform } from '../../../platform/platform.ts';
import { readTables, type ShippingRows } from './table-queries.ts';

type CachedTables = { readonly shipping: ShippingTable; readonly taxes: readonly TaxRow[] };

type VersionedDb = Pick<Platform, 'db' | 'versions'>;
const cached = new WeakMap<VersionedDb['versions'], { version: string; tables: Promise<CachedTables> }>();

/** Shipping prices and taxes, cached until the store changes. */
export function tablesOf({ db, versions }: VersionedDb): Promise<CachedTables> {
  const version = versions.of('store');
  const known = cached.get(versions);
  if (known?.version === version) return known.tables;
  const entry = { version, tables: readTables(db).then(tablesFrom) };
  cached.set(versions, entry);
  entry.tables.catch(() => {
    if (cached.get(versions) === entry) cached.delete(versions);
  });
  return entry.tables;
}

const decimals = (amounts: ShippingRows['rates'][number]['amounts'], kind: 'price' | 'extra') =>
  Object.fromEntries(
    Object.entries(amounts)
      .filter(([currency]) => isCurrency(currency))
      .map(([currency, row]) => [currency, toDecimal(money(BigInt(row[kind]), currency as Currency))]),
  );

const tablesFrom = (rows: ShippingRows): CachedTables => ({
  shipping: {
    zones: rows.zones.map(({ id, name, places }) => ({
      id,
      name,
      places: places.map(({ country_code, state }) => ({
        countryCode: country_code,
        state: state === '' ? null : state,
      })),
    })),
    tiers: rows.tiers.map(({ key, name, days_min, days_max }) => ({ key, name, daysMin: days_min, daysMax: days_max })),
    rates: rows.rates.map(({ class_id, zone_id, tier_key, amounts }) => ({
      classId: class_id,
      zoneId: zone_id,
      tierKey: tier_key,
      prices: decimals(amounts, 'price'),
      extraPrices: decimals(amounts, 'extra'),
    })),
  },
  taxes: rows.taxes.map(({ country_code, state, name, percent }) => ({
    countryCode: country_code,
    state: state === '' ? null : state,
    name,
    percent,
  })),
});
