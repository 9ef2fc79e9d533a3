import type { CallReply } from '@tuneport/contract/index';
import type { ShippingTable as DomainTable } from '@tuneport/domain/store/shipping';

export type ShippingTable = CallReply<'GET /v1/admin/shipping-table'>;
type Rate = ShippingTable['rates'][number];
type Place = ShippingTable['zones'][number]['places'][number];

/** "CA, US-AK, *": countries, single states, and everywhere else. */
export const placesText = (places: readonly Place[]): string =>
  places.map(({ country_code, state }) => (state === '' ? country_code : `${country_code}-${state}`)).join(', ');

export const placesOf = (text: string): Place[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [country = '', ...state] = part.split('-');
      return { country_code: country.trim().toUpperCase(), state: state.join('-').trim() };
    });

type Cell = { class: string; currency: string; zone: string; tier: string };
const isAt = (cell: Cell) => (rate: Rate) =>
  rate.class === cell.class && rate.currency === cell.currency && rate.zone === cell.zone && rate.tier === cell.tier;

export const rateIndex = (table: ShippingTable, cell: Cell): number => table.rates.findIndex(isAt(cell));

/** Sets one cell. An empty price means that this class is not shipped to this zone by this tier. */
export function withPrice(table: ShippingTable, cell: Cell, part: 'price' | 'extra', text: string): ShippingTable {
  const at = rateIndex(table, cell);
  if (at < 0)
    return text === '' ? table : { ...table, rates: [...table.rates, { ...cell, price: '', extra: '', [part]: text }] };
  const rates = table.rates.map((rate, nth) => (nth === at ? { ...rate, [part]: text } : rate));
  const changed = rates[at];
  const blank = changed?.price === '' && changed.extra === '';
  return { ...table, rates: blank ? rates.filter((_, nth) => nth !== at) : rates };
}

/** Renaming a zone or tier moves its prices to the new name; removing one removes its prices. */
export function renamed(table: ShippingTable, next: Partial<Pick<ShippingTable, 'zones' | 'tiers'>>): ShippingTable {
  const zoneNames = namesAfter(
    table.zones.map(({ name }) => name),
    next.zones?.map(({ name }) => name),
  );
  const tierKeys = namesAfter(
    table.tiers.map(({ key }) => key),
    next.tiers?.map(({ key }) => key),
  );
  return {
    ...table,
    ...next,
    rates: table.rates.flatMap((rate) => {
      const [zone, tier] = [zoneNames.get(rate.zone), tierKeys.get(rate.tier)];
      return zone === undefined || tier === undefined ? [] : [{ ...rate, zone, tier }];
    }),
  };
}

/** A name replaced at the same index is a rename; any other name is matched regardless of its index. */
function namesAfter(before: readonly string[], after: readonly string[] | undefined): Map<string, string> {
  if (!after) return new Map(before.map((name) => [name, name]));
  const unchanged = new Map(before.filter((name) => after.includes(name)).map((name) => [name, name]));
  if (before.length === after.length)
    before.forEach((name, at) => {
      if (!unchanged.has(name)) unchanged.set(name, after[at] ?? name);
    });
  return unchanged;
}

/** The class most products use is selected first. */
export const firstClass = (table: ShippingTable): string =>
  (table.classes.find(({ slug }) => slug === 'parcel') ?? table.classes[0])?.slug ?? '';

/** A cell with an extra price but no first price is sent as it is; the server rejects that cell. */
export const sentTable = (table: ShippingTable) => ({
  version: table.version,
  zones: table.zones,
  tiers: table.tiers,
  rates: table.rates.map((rate) => ({ ...rate, extra: rate.extra === '' ? '0' : rate.extra })),
});

/** The table in the format of the shop, to try it before saving. */
export const asShopReads = (table: ShippingTable): DomainTable => ({
  zones: table.zones.map(({ name, places }, id) => ({
    id,
    name,
    places: places.map(({ country_code, state }) => ({ countryCode: country_code, state: state || null })),
  })),
  tiers: table.tiers.map(({ key, name, days_min, days_max }) => ({ key, name, daysMin: days_min, daysMax: days_max })),
  rates: table.rates
    .filter(({ price }) => price !== '')
    .map((rate) => ({
      classId: table.classes.findIndex(({ slug }) => slug === rate.class),
      zoneId: table.zones.findIndex(({ name }) => name === rate.zone),
      tierKey: rate.tier,
      prices: { [rate.currency]: rate.price },
      extraPrices: rate.extra === '' ? {} : { [rate.currency]: rate.extra },
    })),
});

const words: Readonly<Record<string, string>> = {
  days_min: 'shortest time',
  days_max: 'longest time',
  places: 'places',
  extra: 'each further one',
};

/** `rates.4.price` is "Europe, Express, Parcel in EUR: price". */
export function shippingLabel(table: ShippingTable, path: string): string {
  const [part = '', at = '', field = ''] = path.split('.');
  if (at === '') return '';
  const named = words[field] ?? field;
  if (part === 'zones') return [table.zones[Number(at)]?.name || `Zone ${Number(at) + 1}`, named].join(', ');
  if (part === 'tiers') return [table.tiers[Number(at)]?.name || `Tier ${Number(at) + 1}`, named].join(', ');
  const rate = table.rates[Number(at)];
  return rate ? [rate.zone, rate.tier, `${rate.class} in ${rate.currency}`, named].filter(Boolean).join(', ') : '';
}
