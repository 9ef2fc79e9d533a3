// What an order must cost, in plain integer arithmetic. Deliberately independent of the product's money code: a shared
// bug would go unnoticed.

export const decimals = { CAD: 2, USD: 2, JPY: 0, KWD: 3 } as const;
export type Unit = keyof typeof decimals;
export const units = Object.keys(decimals) as readonly Unit[];

/** Units of a currency per Canadian dollar, in ten-thousandths. */
const rates: Readonly<Record<Unit, bigint>> = { CAD: 10_000n, USD: 7_500n, JPY: 1_085_000n, KWD: 2_213n };

export type Ware = {
  readonly slug: string;
  /** Minor units by currency; missing ones are converted from CAD. */
  readonly prices: { readonly CAD: bigint } & Partial<Record<Unit, bigint>>;
  readonly sent: boolean;
};
export type Code = { readonly text: string; readonly percent?: bigint; readonly offCadMinor?: bigint };
export type Place = { readonly country_code: string; readonly state: string; readonly postal_code: string };
export type Cart = {
  readonly currency: Unit;
  readonly entries: readonly { readonly ware: Ware; readonly quantity: number }[];
  readonly code: Code | null;
  readonly place: Place;
  readonly tier: 'standard' | 'express';
};
export type Sums = {
  readonly list: bigint;
  readonly discount: bigint;
  readonly shipping: bigint;
  readonly tax: bigint;
  readonly total: bigint;
};

/** Always deducted from everything. */
export const salePercent = 5n;
/** First item and each further one, in Canadian cents. */
const shippingCad: Readonly<Record<string, readonly [bigint, bigint]>> = {
  'CA standard': [1_500n, 250n],
  'CA express': [3_900n, 500n],
  'US standard': [2_800n, 0n],
};
/** In thousandths of a percent. */
export const taxesOf = ({ country_code, state }: Pick<Place, 'country_code' | 'state'>): readonly bigint[] =>
  country_code === 'CA' ? [5_000n, ...(state === 'BC' ? [7_000n] : state === 'QC' ? [9_975n] : [])] : [];

const half = (above: bigint, below: bigint): bigint => (above * 2n + below) / (below * 2n);
const fromCad = (cents: bigint, to: Unit): bigint =>
  half(cents * (rates[to] ?? 0n) * 10n ** BigInt(decimals[to]), 10_000n * 100n);
const sum = (list: readonly bigint[]): bigint => list.reduce((a, b) => a + b, 0n);

export function oracle(cart: Cart): Sums {
  const { currency } = cart;
  const merged = new Map<Ware, bigint>();
  for (const { ware, quantity } of cart.entries) merged.set(ware, (merged.get(ware) ?? 0n) + BigInt(quantity));
  const lists = [...merged].map(
    ([{ prices }, quantity]) => (prices[currency] ?? fromCad(prices.CAD, currency)) * quantity,
  );
  const list = sum(lists);
  const afterSale = (percents: readonly bigint[]) =>
    sum(
      lists.map((line) =>
        half(line * percents.reduce((all, one) => all * (100n - one), 1n), 100n ** BigInt(percents.length)),
      ),
    );
  const withSale = afterSale([salePercent]);
  const nets = [withSale];
  if (cart.code?.percent !== undefined) nets.push(afterSale([salePercent, cart.code.percent]));
  if (cart.code?.offCadMinor !== undefined) {
    const off = fromCad(cart.code.offCadMinor, currency);
    nets.push(off > withSale ? 0n : withSale - off);
  }
  const net = nets.reduce((least, one) => (one < least ? one : least));
  const pieces = sum([...merged].map(([{ sent }, quantity]) => (sent ? quantity : 0n)));
  const [first, extra] = shippingCad[`${cart.place.country_code} ${cart.tier}`] ?? [0n, 0n];
  const shipping = pieces === 0n ? 0n : fromCad(first, currency) + fromCad(extra, currency) * (pieces - 1n);
  const tax = sum(taxesOf(cart.place).map((rate) => half((net + shipping) * rate, 100_000n)));
  return { list, discount: list - net, shipping, tax, total: net + shipping + tax };
}

/** '12.34' as 1234n, by currency decimals. */
export function minorOf({ amount, currency }: { amount: string; currency: string }): bigint {
  const places = decimals[currency as Unit];
  const [whole = '0', part = ''] = amount.split('.');
  if (part.length !== places) throw new Error(`${amount} is no amount in ${currency}`);
  return BigInt(whole + part);
}
export function decimalOf(minor: bigint, currency: Unit): string {
  const places = decimals[currency];
  const digits = minor.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
