import { add, type Currency, convert, type Money, money, parseMoney, ratio, sum, times } from '../money/money.ts';

export const cartQuantityMin = 1;
export const cartQuantityMax = 20;
/** Different entries in one cart; more than anybody buys at once, and a bound for whoever reads a cart. */
export const cartEntriesMax = 50;
/** Decimal text by currency, as prices travel. */
export type PricesByCurrency = Readonly<Partial<Record<Currency, string>>>;

export type CartOption = {
  readonly option: { readonly id: number | string; readonly name: string };
  readonly selection: {
    readonly id: number | string;
    readonly name: string;
    readonly pricesByCurrency: PricesByCurrency;
  };
};
export type CartProduct = { readonly slug: string; readonly name: string; readonly pricesByCurrency: PricesByCurrency };
export type NewCartEntry = {
  readonly product: CartProduct;
  readonly options: readonly CartOption[];
  readonly quantity: number;
};
export type CartEntry = NewCartEntry & { readonly hash: string };

/** How amounts are shown: the chosen currency, and how to bring the default currency's prices into it. */
export type CartCurrency = {
  readonly currency: Currency;
  readonly defaultCurrency: Currency;
  /** Units of `currency` for one of `defaultCurrency`; null when there is no rate. */
  readonly rate: string | null;
};

export type Cart = {
  readonly currency: Currency;
  readonly entries: readonly (CartEntry & { readonly pricePerUnit: Money | null })[];
  /** null while an entry has no price in this currency. */
  readonly subtotal: Money | null;
};

/** A whole number from 1 to 20; what is no number counts as 1. */
export function clampQuantity(quantity: number): number {
  if (Number.isNaN(quantity)) return cartQuantityMin;
  return Math.min(cartQuantityMax, Math.max(cartQuantityMin, Math.trunc(quantity)));
}

/**
 * Equal exactly for the same product with the same options: in whichever order they were chosen, and whether an id came
 * as a number or as text.
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

/** The same product with the same options becomes one entry, of 20 at most; its words and prices are the newer ones. */
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

/** A price in the wanted currency, else that of the default currency converted and rounded to minor units. */
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

/** What the product costs plus what its selections cost; a selection without any price costs nothing more. */
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
