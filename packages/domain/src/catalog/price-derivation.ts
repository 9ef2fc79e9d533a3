import type { TierDiscount } from '../dealers/dealer-tier.ts';
import {
  allocate,
  type Currency,
  currencies,
  isCurrency,
  money,
  type Ratio,
  ratio,
  roundedQuotient,
} from '../money/money.ts';

/** A list price, with the stored rate that converted it to the purchase's currency. */
export type ListedAmount = {
  readonly source: 'tune' | 'tier' | 'fee';
  /** Minor units of its own currency. */
  readonly amount: string;
  readonly currency: Currency;
  /** Units of the purchase's currency per unit of its own; null if both are the same. */
  readonly rate: string | null;
};

type Inputs = {
  'list-price': ListedAmount;
  'add-on-price': ListedAmount;
  'dealer-price': ListedAmount;
  'role-discount': { readonly key: string; readonly percent: string };
  'dealer-tier': TierDiscount;
  quantity: { readonly quantity: number };
  'split-credits': { readonly ecu: number; readonly tcu: number; readonly awd: number };
  'sale-percent': { readonly id: string; readonly name: string; readonly percent: string };
  'code-percent': { readonly id: string; readonly name: string; readonly percent: string };
  round: Record<string, never>;
  /** One amount deducted from these lines together, split proportionally. */
  'sale-amount': SharedAmount;
  'code-amount': SharedAmount;
  tax: { readonly name: string; readonly percent: string };
};
export type SharedAmount = Omit<ListedAmount, 'source'> & {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly string[];
};

type PriceRule = keyof Inputs;

/** One rule applied to one line. Amounts are exact: minor units as a fraction ('12999/2') until the line is rounded. */
export type PriceStep = {
  [Rule in PriceRule]: {
    readonly rule: Rule;
    readonly line: string;
    readonly inputs: Inputs[Rule];
    readonly before: string;
    readonly after: string;
  };
}[PriceRule];

/** How a price was calculated, as plain JSON. Stored with the estimate and sufficient to repeat the calculation. */
export type Derivation = {
  readonly version: 1;
  readonly currency: Currency;
  readonly steps: readonly PriceStep[];
  readonly net: string;
  readonly tax: string;
  readonly total: string;
};

type Sums = { readonly net: bigint; readonly tax: bigint; readonly total: bigint };
type Replay =
  | ({ readonly kind: 'same' } & Sums)
  | {
      readonly kind: 'differs';
      readonly at: number | 'net' | 'tax' | 'total';
      readonly stored: string;
      readonly computed: string;
    };

const whole = (value: bigint): Ratio => ({ numerator: value, denominator: 1n });
const nothing = whole(0n);

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function times(a: Ratio, b: Ratio): Ratio {
  const numerator = a.numerator * b.numerator;
  const denominator = a.denominator * b.denominator;
  const common = gcd(numerator, denominator) || 1n;
  return { numerator: numerator / common, denominator: denominator / common };
}

export const isBelow = (a: Ratio, b: Ratio): boolean => a.numerator * b.denominator < b.numerator * a.denominator;

const toText = ({ numerator, denominator }: Ratio): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;

/** Clamps a percentage to 0–100, so no price becomes negative. */
export function percentPart(percent: string): Ratio {
  const { numerator, denominator } = ratio(percent);
  const part = { numerator, denominator: denominator * 100n };
  if (part.numerator < 0n) return nothing;
  return part.numerator > part.denominator ? whole(1n) : part;
}

const rest = (part: Ratio): Ratio => ({
  numerator: part.denominator - part.numerator,
  denominator: part.denominator,
});

/** Converts a listed amount exactly to minor units of the purchase's currency. */
export function inCurrency(listed: Omit<ListedAmount, 'source'>, to: Currency): Ratio {
  const amount = whole(BigInt(listed.amount));
  if (listed.rate === null) {
    if (listed.currency !== to) throw new TypeError(`no rate from ${listed.currency} to ${to}`);
    return amount;
  }
  const rate = ratio(listed.rate);
  if (rate.numerator <= 0n) throw new RangeError('a rate is above zero');
  const scale = {
    numerator: 10n ** BigInt(currencies[to]),
    denominator: 10n ** BigInt(currencies[listed.currency]),
  };
  return times(times(amount, rate), scale);
}

type Act = { [Rule in PriceRule]: { rule: Rule; line: string; inputs: Inputs[Rule] } }[PriceRule];

/** Applies rules to lines in sequence. Pricing and replaying share this code, so they cannot differ. */
export class PriceRun {
  readonly steps: PriceStep[] = [];
  private readonly currency: Currency;
  private readonly amounts = new Map<string, Ratio>();
  private readonly taxes = new Map<string, bigint>();
  private readonly shares = new Map<string, ReadonlyMap<string, bigint>>();

  constructor(currency: Currency) {
    this.currency = currency;
  }

  apply(act: Act): PriceStep {
    const isTax = act.rule === 'tax';
    const before = isTax ? whole(this.net()) : (this.amounts.get(act.line) ?? nothing);
    const after = this.after(before, act);
    if (isTax) this.taxes.set(act.line, after.numerator);
    else this.amounts.set(act.line, after);
    const step = { ...act, before: toText(before), after: toText(after) } as PriceStep;
    this.steps.push(step);
    return step;
  }

  private after(before: Ratio, act: Act): Ratio {
    switch (act.rule) {
      case 'list-price':
      case 'add-on-price':
      case 'dealer-price':
        return inCurrency(act.inputs, this.currency);
      case 'role-discount':
      case 'dealer-tier':
      case 'sale-percent':
      case 'code-percent':
        return times(before, rest(percentPart(act.inputs.percent)));
      case 'quantity':
        return times(before, whole(BigInt(act.inputs.quantity)));
      case 'split-credits':
        return before;
      case 'round':
        return whole(roundedQuotient(before.numerator, before.denominator));
      case 'sale-amount':
      case 'code-amount':
        return whole(before.numerator - this.share(act.rule, act.line, act.inputs));
      case 'tax':
        return this.taxOf(before, act.inputs.percent);
    }
  }

  private taxOf(net: Ratio, percent: string): Ratio {
    const exact = times(net, percentPart(percent));
    return whole(roundedQuotient(exact.numerator, exact.denominator));
  }

  /**
   * The whole amount is split on the first access, in proportion to the current line amounts and never more than their
   * sum.
   */
  private share(rule: string, line: string, inputs: SharedAmount): bigint {
    const key = `${rule} ${inputs.id}`;
    let shares = this.shares.get(key);
    if (!shares) {
      const costs = inputs.lines.map((id) => this.lineAmount(id));
      const sum = costs.reduce((a, b) => a + b, 0n);
      const exact = inCurrency(inputs, this.currency);
      const rounded = roundedQuotient(exact.numerator, exact.denominator);
      const off = rounded < 0n ? 0n : rounded < sum ? rounded : sum;
      const parts = off === 0n ? [] : allocate(money(off, this.currency), costs);
      shares = new Map(inputs.lines.map((id, at) => [id, parts[at]?.amountMinor ?? 0n]));
      this.shares.set(key, shares);
    }
    return shares.get(line) ?? 0n;
  }

  /** The amount of a rounded line. */
  lineAmount(line: string): bigint {
    const { numerator, denominator } = this.amounts.get(line) ?? nothing;
    return roundedQuotient(numerator, denominator);
  }

  taxAmount(line: string): bigint {
    return this.taxes.get(line) ?? 0n;
  }

  net(): bigint {
    return [...this.amounts.keys()].reduce((sum, line) => sum + this.lineAmount(line), 0n);
  }

  sums(): Sums {
    const net = this.net();
    const tax = [...this.taxes.values()].reduce((sum, amount) => sum + amount, 0n);
    return { net, tax, total: net + tax };
  }

  derivation(): Derivation {
    const { net, tax, total } = this.sums();
    return { version: 1, currency: this.currency, steps: this.steps, net: `${net}`, tax: `${tax}`, total: `${total}` };
  }
}

/** Recalculates a stored derivation from its inputs and reports the first figure that differs. */
export function replay(derivation: Derivation): Replay {
  if (derivation.version !== 1 || !isCurrency(derivation.currency))
    throw new TypeError('not a derivation of this kind');
  const run = new PriceRun(derivation.currency);
  for (const [at, { before, after, ...act }] of derivation.steps.entries()) {
    const again = run.apply(act as Act);
    if (again.before !== before) return { kind: 'differs', at, stored: before, computed: again.before };
    if (again.after !== after) return { kind: 'differs', at, stored: after, computed: again.after };
  }
  const sums = run.sums();
  for (const at of ['net', 'tax', 'total'] as const)
    if (`${sums[at]}` !== derivation[at])
      return { kind: 'differs', at, stored: derivation[at], computed: `${sums[at]}` };
  return { kind: 'same', ...sums };
}
