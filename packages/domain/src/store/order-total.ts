import { PriceRun } from '../catalog/price-derivation.ts';
import { type Discount, discountsMax } from '../catalog/pricing.ts';
import type { Currency } from '../money/money.ts';
import { type ChargedTax, containedShares, type Tax, type TaxTerms, taxesAdded, taxesOf } from './tax/tax-table.ts';

type OrderLineInput = {
  readonly key: string;
  /** The unit price including options in the order's currency, as displayed. */
  readonly unitMinor: bigint;
  readonly quantity: number;
};
export type OrderInput = {
  readonly currency: Currency;
  readonly defaultCurrency: Currency;
  /** Units of the order's currency per unit of the default currency; null if both are the same or no rate is stored. */
  readonly rate: string | null;
  readonly lines: readonly OrderLineInput[];
  readonly discounts: readonly Discount[];
  readonly codes: readonly string[];
  /** As shown, like the prices. */
  readonly shippingMinor: bigint;
  readonly taxes: readonly Tax[];
  /** Default: taxes are added to the prices. */
  readonly taxTerms?: TaxTerms;
};
export type OrderTotal = {
  readonly lines: readonly {
    readonly key: string;
    readonly listMinor: bigint;
    readonly discountMinor: bigint;
    /** The tax contained in list − discount; none if taxes are added. */
    readonly containedMinor: bigint;
    /** list − discount − contained tax. */
    readonly netMinor: bigint;
  }[];
  /** List, discount and their contained tax of all lines. */
  readonly listMinor: bigint;
  readonly discountMinor: bigint;
  readonly containedMinor: bigint;
  /** Before tax, and the tax contained in the price shown. */
  readonly shippingMinor: bigint;
  readonly shippingContainedMinor: bigint;
  readonly terms: TaxTerms;
  readonly taxes: readonly ChargedTax[];
  readonly taxMinor: bigint;
  /** list − discount − contained + shipping + tax, exact to the minor unit. */
  readonly totalMinor: bigint;
  /** The discounts applied, the sale first. */
  readonly applied: readonly { readonly id: string; readonly name: string; readonly code: string | null }[];
  readonly unknownCodes: readonly string[];
  readonly unusedCodes: readonly string[];
};

const fold = (code: string): string => code.trim().toLowerCase();

/**
 * Calculates an order's total: lines at the displayed unit price, less the best combination of one sale and one code,
 * plus shipping, plus tax on all of it or with the tax it contains. Each line is rounded once; fixed discounts are split
 * exactly over the lines; contained tax is split over the lines and shipping.
 */
export function orderTotal(input: OrderInput): OrderTotal {
  const wanted = new Map(input.codes.map((code) => [fold(code), code.trim()]));
  const usable = input.discounts
    .filter(({ type }) => type !== 'tunes')
    .filter(
      ({ amountType }) => amountType === 'percent' || input.rate !== null || input.currency === input.defaultCurrency,
    );
  const sales = usable.filter(({ code }) => code === null).slice(0, discountsMax);
  const codes = usable.filter(({ code }) => code !== null && wanted.has(fold(code))).slice(0, discountsMax);

  let best: { run: PriceRun; net: bigint; sale: Discount | null; code: Discount | null } | null = null;
  for (const sale of [null, ...sales])
    for (const code of [null, ...codes]) {
      const run = goodsWith(input, sale, code);
      const net = run.net();
      if (!best || net < best.net) best = { run, net, sale, code };
    }
  const { run, sale, code } = best as NonNullable<typeof best>;
  const gross = input.lines.map(({ key }) => run.lineAmount(key));
  run.apply({ rule: 'list-price', line: 'shipping', inputs: listed(input, input.shippingMinor) });
  const terms = input.taxTerms ?? taxesAdded;
  const { taxes, taxMinor, containedMinor: allContained } = taxesOf(run.net(), input.taxes, terms);
  const contained = containedShares(allContained, [...gross, input.shippingMinor]);
  const lines = input.lines.map(({ key, unitMinor, quantity }, at) => {
    const [listMinor, grossMinor, containedMinor] = [
      unitMinor * BigInt(quantity),
      gross[at] ?? 0n,
      contained[at] ?? 0n,
    ];
    return {
      key,
      listMinor,
      discountMinor: listMinor - grossMinor,
      containedMinor,
      netMinor: grossMinor - containedMinor,
    };
  });
  const shippingContainedMinor = contained[lines.length] ?? 0n;
  const known = new Set(input.discounts.flatMap((one) => (one.code === null ? [] : fold(one.code))));
  const used = code?.code == null ? null : fold(code.code);
  const listMinor = lines.reduce((all, line) => all + line.listMinor, 0n);
  return {
    lines,
    listMinor,
    discountMinor: lines.reduce((all, line) => all + line.discountMinor, 0n),
    containedMinor: allContained - shippingContainedMinor,
    shippingMinor: input.shippingMinor - shippingContainedMinor,
    shippingContainedMinor,
    terms,
    taxes,
    taxMinor,
    totalMinor: run.net() - allContained + taxMinor,
    applied: [sale, code].filter((one) => one !== null).map(({ id, name, code: text }) => ({ id, name, code: text })),
    unknownCodes: [...wanted].filter(([folded]) => !known.has(folded)).map(([, text]) => text),
    unusedCodes: [...wanted].filter(([folded]) => known.has(folded) && folded !== used).map(([, text]) => text),
  };
}

const listed = ({ currency }: OrderInput, amountMinor: bigint) =>
  ({ source: 'fee', amount: `${amountMinor}`, currency, rate: null }) as const;

function goodsWith(input: OrderInput, sale: Discount | null, code: Discount | null): PriceRun {
  const run = new PriceRun(input.currency);
  for (const { key: line, unitMinor, quantity } of input.lines) {
    run.apply({ rule: 'list-price', line, inputs: listed(input, unitMinor) });
    run.apply({ rule: 'quantity', line, inputs: { quantity } });
    for (const one of [sale, code])
      if (one?.amountType === 'percent')
        run.apply({ rule: 'sale-percent', line, inputs: { id: one.id, name: one.name, percent: one.amount } });
    run.apply({ rule: 'round', line, inputs: {} });
  }
  const lines = input.lines.map(({ key }) => key);
  for (const [rule, one] of [
    ['sale-amount', sale],
    ['code-amount', code],
  ] as const) {
    if (one?.amountType !== 'dollar') continue;
    const rate = input.currency === input.defaultCurrency ? null : input.rate;
    const inputs = { id: one.id, name: one.name, amount: one.amount, currency: input.defaultCurrency, rate, lines };
    for (const line of lines) run.apply({ rule, line, inputs });
  }
  return run;
}
