import type { PriceTable } from '../catalog/pricing.ts';
import type { TierDiscount } from '../dealers/dealer-tier.ts';
import { type Currency, convert, type Money, money, multiply, percent, ratio, subtract } from '../money/money.ts';
import { defineMachine, statesOf } from '../states/machine.ts';

/** A retired product is no longer sold, but existing orders still refer to it. */
export const productMachine = defineMachine({
  initial: 'draft',
  states: {
    draft: { label: 'Draft', hollow: true },
    published: { label: 'Published', tone: 'good' },
    retired: { label: 'Retired' },
  },
  events: {
    publish: { label: 'Publish', from: ['draft', 'retired'], to: 'published', who: ['staff'] },
    retire: { label: 'Retire', from: ['published'], to: 'retired', who: ['staff'] },
    withdraw: { label: 'Back to draft', from: ['published'], to: 'draft', who: ['staff'] },
  },
});
export const productStates = statesOf(productMachine);

/** Line drawings shown for a product without a picture. */
export const productArts = [
  'parcel',
  'handheld',
  'interface',
  'bench',
  'cable',
  'adapter',
  'intake',
  'exhaust',
  'intercooler',
  'injector',
  'module',
  'gauge',
  'software',
  'shirt',
  'mug',
  'case',
] as const;
export type ProductArt = (typeof productArts)[number];

/** Settings named `<switch>-shortage` and `<switch>-shortage-month`. */
export const shortageSwitches = ['fz', 'fzl'] as const;
export type ShortageSwitch = (typeof shortageSwitches)[number];

/** The active switches, each with the month shown to buyers. */
export type Shortages = Readonly<Partial<Record<ShortageSwitch, string | null>>>;

export function shortagesOn(settings: {
  readonly 'fz-shortage': boolean;
  readonly 'fz-shortage-month': string | null;
  readonly 'fzl-shortage': boolean;
  readonly 'fzl-shortage-month': string | null;
}): Shortages {
  return {
    ...(settings['fz-shortage'] ? { fz: settings['fz-shortage-month'] } : {}),
    ...(settings['fzl-shortage'] ? { fzl: settings['fzl-shortage-month'] } : {}),
  };
}

/** Minor units by currency: the regular price and the dealer price. */
export type ProductPrices = { readonly base: PriceTable; readonly dealer: PriceTable };

type ProductSelection = { readonly id: number; readonly name: string; readonly prices: ProductPrices };
export type ProductOption = {
  readonly id: number;
  readonly name: string;
  readonly selections: readonly ProductSelection[];
};

/** How to derive a price in another currency: the default currency's price at the stored rate. */
export type PriceSource = {
  readonly currency: Currency;
  readonly defaultCurrency: Currency;
  /** Units of `currency` per unit of `defaultCurrency`; null if none is stored. */
  readonly rate: string | null;
  readonly isDealer: boolean;
  readonly tier?: TierDiscount | null;
};

/** The table's own price, else the default currency's price, converted and rounded once; null if neither exists. */
export function priceIn(
  table: PriceTable,
  source: Pick<PriceSource, 'currency' | 'defaultCurrency' | 'rate'>,
): Money | null {
  const own = table[source.currency];
  if (own !== undefined) return money(own, source.currency);
  const home = table[source.defaultCurrency];
  if (home === undefined || source.rate === null) return null;
  return convert(money(home, source.defaultCurrency), ratio(source.rate), source.currency);
}

/** The buyer's price before any sale: the lowest of list price, dealer price and the price of the dealer tier. */
export function unitPrice(prices: ProductPrices, source: PriceSource): Money | null {
  const base = priceIn(prices.base, source);
  const dealer = source.isDealer ? priceIn(prices.dealer, source) : null;
  const tier = base && source.tier ? afterPercentOff(base, source.tier.percent) : null;
  return [base, dealer, tier].reduce<Money | null>(
    (low, price) => (price === null || (low !== null && low.amountMinor <= price.amountMinor) ? low : price),
    null,
  );
}

/** The tier that made the price lower than it is for other dealers; null if another price is as low. */
export function tierOfPrice(prices: ProductPrices, source: PriceSource): TierDiscount | null {
  const [own, others] = [unitPrice(prices, source), unitPrice(prices, { ...source, tier: null })];
  return source.tier && own && others && own.amountMinor < others.amountMinor ? source.tier : null;
}

/** What a dealer pays in each currency that has a price: the dealer price, or the price of its tier if it is lower. */
export function dealerTable(prices: ProductPrices, tier: TierDiscount | null | undefined): PriceTable {
  if (!tier) return prices.dealer;
  const codes = Object.keys({ ...prices.base, ...prices.dealer }) as Currency[];
  const source = { isDealer: true, tier, rate: null };
  return Object.fromEntries(
    codes.flatMap((currency) => {
      const price = unitPrice(prices, { ...source, currency, defaultCurrency: currency });
      return price ? [[currency, price.amountMinor]] : [];
    }),
  );
}

/** The price of one piece with its selections; null if any part has no price. */
export function configuredPrice(
  product: ProductPrices,
  selections: readonly ProductPrices[],
  source: PriceSource,
): Money | null {
  let total = unitPrice(product, source);
  for (const selection of selections) {
    const extra = hasPrice(selection) ? unitPrice(selection, source) : money(0n, source.currency);
    if (total === null || extra === null) return null;
    total = money(total.amountMinor + extra.amountMinor, source.currency);
  }
  return total;
}

/** A selection without a price is free. */
const hasPrice = ({ base, dealer }: ProductPrices) => Object.keys(base).length + Object.keys(dealer).length > 0;

/** The selections for the given ids, in the order of the options; null if one is missing, unknown or given twice. */
export function chosenSelections(
  options: readonly ProductOption[],
  chosen: readonly { readonly option: number; readonly selection: number }[],
): ProductSelection[] | null {
  if (chosen.length !== options.length) return null;
  const found: ProductSelection[] = [];
  for (const option of options) {
    const id = chosen.find((one) => one.option === option.id)?.selection;
    const selection = option.selections.find((one) => one.id === id);
    if (!selection) return null;
    found.push(selection);
  }
  return found;
}

/** The price after a percentage sale, rounded once. A sale never raises a price. */
export const afterPercentOff = (price: Money, percentOff: string): Money =>
  subtract(price, multiply(price, percent(percentOff)));
