import { add, compare, type Money, money, times } from '../money/money.ts';
import { type CartCurrency, type PricesByCurrency, priceIn } from './cart.ts';

type ShippingZone = {
  readonly id: number;
  readonly name: string;
  /** '*' matches all other countries; a state narrows a country. */
  readonly places: readonly { readonly countryCode: string; readonly state: string | null }[];
};
type ShippingTier = {
  readonly key: string;
  readonly name: string;
  readonly daysMin: number | null;
  readonly daysMax: number | null;
};
/** The price of a tier in a zone for items of a class: for the first item and for each further one. */
type ShippingRate = {
  readonly classId: number;
  readonly zoneId: number;
  readonly tierKey: string;
  readonly prices: PricesByCurrency;
  readonly extraPrices: PricesByCurrency;
};
export type ShippingTable = {
  readonly zones: readonly ShippingZone[];
  readonly tiers: readonly ShippingTier[];
  readonly rates: readonly ShippingRate[];
};
export type Parcel = { readonly classId: number; readonly quantity: number };
type Destination = { readonly countryCode: string; readonly state: string };
export type ShippingOffer = ShippingTier & { readonly price: Money };

const fold = (text: string): string => text.trim().toLowerCase();

/** The zone that lists the state, else the country, else the rest of the world. */
export function zoneOf(zones: readonly ShippingZone[], to: Destination): ShippingZone | null {
  const find = (fits: (place: ShippingZone['places'][number]) => boolean) =>
    zones.find((zone) => zone.places.some(fits));
  const here = (place: ShippingZone['places'][number]) => fold(place.countryCode) === fold(to.countryCode);
  return (
    find((place) => here(place) && place.state !== null && fold(place.state) === fold(to.state)) ??
    find((place) => here(place) && place.state === null) ??
    find((place) => place.countryCode === '*') ??
    null
  );
}

/**
 * The tiers that can ship everything in the parcel, in table order. The item with the highest first-item price sets the
 * base; every other item adds the further-item price of its class.
 */
export function shippingOffers(
  table: ShippingTable,
  parcel: readonly Parcel[],
  to: Destination,
  shown: CartCurrency,
): ShippingOffer[] {
  const zone = zoneOf(table.zones, to);
  if (!zone || parcel.length === 0) return [];
  const classes = new Map<number, number>();
  for (const { classId, quantity } of parcel) classes.set(classId, (classes.get(classId) ?? 0) + quantity);
  return table.tiers.flatMap((tier) => {
    const parts: { first: Money; extra: Money; count: number }[] = [];
    for (const [classId, count] of classes) {
      const rate = table.rates.find(
        (row) => row.classId === classId && row.zoneId === zone.id && row.tierKey === tier.key,
      );
      const first = rate && priceIn(rate.prices, shown);
      if (!first) return [];
      parts.push({ first, extra: priceIn(rate.extraPrices, shown) ?? money(0n, shown.currency), count });
    }
    const [dearest, ...others] = parts.sort((a, b) => compare(b.first, a.first));
    if (!dearest) return [];
    const price = others.reduce(
      (whole, { extra, count }) => add(whole, times(extra, BigInt(count))),
      add(dearest.first, times(dearest.extra, BigInt(dearest.count - 1))),
    );
    return [{ ...tier, price }];
  });
}
