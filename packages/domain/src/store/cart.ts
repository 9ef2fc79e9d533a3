import { add, type Currency, convert, type Money, money, parseMoney, ratio, sum, times } from '../money/money.ts';

export const cartQuantityMin = 1;
export const cartQuantityMax = 20;
/** Maximum number of different entries in a cart. */
export const cartEntriesMax = 50;
/** Decimal text by currency, as on the wire. */
export type PricesByCurrency = Readonly<Partial<Record<Currency, string>>>;

type CartOption = {
  readonly option: { readonly id: number | string; readonly name: string };
  readonly selection: {
    readonly id: number | string;
    readonly name: string;
    readonly pricesByCurrency: PricesByCurrency;
  };
};
type CartProduct = { readonly slug: string; readonly name: string; readonly pricesByCurrency: PricesByCurrency };
export type NewCartEntry = {
  readonly product: CartProduct;
  readonly options: readonly CartOption[];
  readonly quantity: number;
};
export type CartEntry = NewCartEntry & { readonly hash: string };

/** The display currency, and how to convert the default currency's prices to it. */
export type CartCurrency = {
  readonly currency: Currency;
  readonly defaultCurrency: Currency;
  /** Units of `currency` per unit of `defaultCurrency`; null if there is no rate. */
  readonly rate: string | null;
};

export type Cart = {
  readonly currency: Currency;
  readonly entries: readonly (CartEntry & { readonly pricePerUnit: Money | null })[];
  /** null if an entry has no price in this currency. */
  readonly subtotal: Money | null;
};

/** Clamps to an integer from 1 to 20; NaN counts as 1. */
export function clampQuantity(quantity: number): number {
  if (Number.isNaN(quantity)) return cartQuantityMin;
  return Math.min(cartQuantityMax, Math.max(cartQuantityMin, Math.trunc(quantity)));
}

/**
 * Equal for the same product with the same options, regardless of their order and of whether an id is a number or text.
 */
export function entryHash(
  slug: string,
  options: readonly {
    readonly option: { readonly id: number | string };
    readonly selection: { readonly id: number | string };
  }[],
): string {
  const pairs = options.map(({ option, selection }) => JSON.stringify([String(option.id), String(selection.id)]));
  return JSON.stringify([slug, ...[...new Set(pairs)].sort()]);
}

export const isEmpty = (entries: readonly unknown[]): boolean => entries.length === 0;

const withHash = (entry: NewCartEntry): CartEntry => ({
  ...entry,
  quantity: clampQuantity(entry.quantity),
  hash: entryHash(entry.product.slug, entry.options),
});

/** Merges the same product with the same options into one entry of at most 20; the newer labels and prices apply. */
export function addEntry(entries: readonly CartEntry[], given: NewCartEntry): CartEntry[] {
  const added = withHash(given);
  const known = entries.find(({ hash }) => hash === added.hash);
  if (!known) return [...entries, added].slice(0, cartEntriesMax);
  const merged = { ...added, quantity: clampQuantity(known.quantity + added.quantity) };
  return entries.map((entry) => (entry === known ? merged : entry));
}

export const mergeEntries = (given: readonly NewCartEntry[]): CartEntry[] => given.reduce<CartEntry[]>(addEntry, []);

export const removeEntry = (entries: readonly CartEntry[], hash: string): CartEntry[] =>
  entries.filter((entry) => entry.hash !== hash);

export const setQuantity = (entries: readonly CartEntry[], hash: string, quantity: number): CartEntry[] =>
  entries.map((entry) => (entry.hash === hash ? { ...entry, quantity: clampQuantity(quantity) } : entry));

/** The price in the wanted currency, else the default currency's price, converted and rounded to minor units. */
export function priceIn(prices: PricesByCurrency, { currency, defaultCurrency, rate }: CartCurrency): Money | null {
  const read = (from: Currency) => {
    const text = prices[from];
    return text === undefined ? null : parseMoney(text, from);
  };
  const own = read(currency);
  if (own || currency === defaultCurrency) return own;
  const home = read(defaultCurrency);
  return home && rate !== null ? convert(home, ratio(rate), currency) : null;
}

/** The product's price plus those of its selections; a selection without a price is free. */
export function pricePerUnit(entry: Pick<NewCartEntry, 'product' | 'options'>, shown: CartCurrency): Money | null {
  let price = priceIn(entry.product.pricesByCurrency, shown);
  for (const { selection } of entry.options) {
    const isFree = Object.keys(selection.pricesByCurrency).length === 0;
    const more = isFree ? money(0n, shown.currency) : priceIn(selection.pricesByCurrency, shown);
    price = price && more && add(price, more);
  }
  return price;
}

export function pricedCart(entries: readonly CartEntry[], shown: CartCurrency): Cart {
  const priced = entries.map((entry) => ({ ...entry, pricePerUnit: pricePerUnit(entry, shown) }));
  const amounts = priced.map(({ pricePerUnit: unit, quantity }) => unit && times(unit, BigInt(quantity)));
  const known = amounts.filter((amount) => amount !== null);
  return {
    currency: shown.currency,
    entries: priced,
    subtotal: known.length < amounts.length ? null : sum(known, shown.currency),
  };
}
