import {
  type Currency,
  currencies,
  isCurrency,
  type Money,
  money,
  type Ratio,
  roundedQuotient,
} from '../money/money.ts';
import {
  type Account,
  accountCode,
  accountKinds,
  isAccountKind,
  isCreditUnit,
  isOwner,
  isUnit,
  type Unit,
} from './ledger-accounts.ts';

/** One side of a transfer; debits are positive, credits negative. */
export type Leg = { readonly account: Account; readonly amountMinor: bigint };
/** Units of `to` per unit of `from` as decimal text, and the time of the rate. */
export type StoredRate = { readonly from: Currency; readonly to: Currency; readonly rate: string; readonly at: Date };

const legsMax = 200;

/** "A → B": debit A, credit B. A zero amount produces no legs. */
export function move(debit: Account, credit: Account, amountMinor: bigint): Leg[] {
  if (debit.unit !== credit.unit) throw new TypeError(`cannot move ${debit.unit} into ${credit.unit}`);
  if (amountMinor < 0n) throw new RangeError('what moves is not negative; turn the accounts round');
  if (amountMinor === 0n) return [];
  return [
    { account: debit, amountMinor },
    { account: credit, amountMinor: -amountMinor },
  ];
}

/** The reversal of a transfer. */
export const mirror = (legs: readonly Leg[]): Leg[] =>
  legs.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor }));

/** Merges legs of the same account and drops those that cancel out. Ordered by first occurrence. */
export function merged(legs: readonly Leg[]): Leg[] {
  const sums = new Map<string, Leg>();
  for (const leg of legs) {
    const code = accountCode(leg.account);
    const before = sums.get(code)?.amountMinor ?? 0n;
    sums.set(code, { account: leg.account, amountMinor: before + leg.amountMinor });
  }
  return [...sums.values()].filter(({ amountMinor }) => amountMinor !== 0n);
}

export function sumByUnit(legs: readonly Leg[]): Map<Unit, bigint> {
  const sums = new Map<Unit, bigint>();
  for (const { account, amountMinor } of legs) sums.set(account.unit, (sums.get(account.unit) ?? 0n) + amountMinor);
  return sums;
}

const amountMax = 2n ** 63n - 1n;

/** All problems of a transfer's legs as text. Empty if the transfer is valid. */
export function problemsOf(legs: readonly Leg[], rate?: StoredRate | null): string[] {
  const problems: string[] = [];
  if (legs.length < 2) problems.push('a transfer has at least two legs');
  if (legs.length > legsMax) problems.push(`a transfer has at most ${legsMax} legs`);
  for (const { account, amountMinor } of legs) {
    const code = accountCode(account);
    if (!isAccountKind(account.kind) || !isOwner(account.owner) || !isUnit(account.unit)) {
      problems.push(`${code} is not an account`);
      continue;
    }
    const { party, units } = accountKinds[account.kind];
    if (party && account.owner === 'house') problems.push(`${code}: this kind of account belongs to a party`);
    if ((units === 'credits') !== isCreditUnit(account.unit))
      problems.push(`${code}: this kind of account does not support that unit`);
    if (amountMinor === 0n) problems.push(`${code}: the amount cannot be zero`);
    if (amountMinor > amountMax || amountMinor < -amountMax) problems.push(`${code}: the amount is out of range`);
  }
  for (const [unit, sum] of sumByUnit(legs)) if (sum !== 0n) problems.push(`${unit} sums to ${sum}, not to zero`);

  const money = new Set(legs.map(({ account }) => account.unit).filter(isCurrency));
  const exchanged = new Set(legs.filter(({ account }) => account.kind === 'fx').map(({ account }) => account.unit));
  if (exchanged.size > 0) {
    if (!rate) problems.push('an exchange stores its rate');
    else if (exchanged.size !== 2 || !exchanged.has(rate.from) || !exchanged.has(rate.to))
      problems.push('an exchange has legs in the two currencies of its rate');
  } else if (rate) problems.push('a rate belongs to an exchange');
  else if (money.size > 1) problems.push('two currencies meet in an exchange only');
  return problems;
}

/** A debit in one currency against a credit in another: each balances against fx in its own currency. */
export function exchange(debit: Leg, credit: Leg): Leg[] {
  if (debit.amountMinor <= 0n || credit.amountMinor >= 0n) throw new RangeError('an exchange has a debit and a credit');
  if (debit.account.unit === credit.account.unit) throw new TypeError('an exchange is between two currencies');
  return [
    debit,
    { account: { kind: 'fx', owner: 'house', unit: debit.account.unit }, amountMinor: -debit.amountMinor },
    { account: { kind: 'fx', owner: 'house', unit: credit.account.unit }, amountMinor: -credit.amountMinor },
    credit,
  ];
}

/**
 * Converts to another currency in the platform's favour: amounts we take are rounded up, amounts we give are rounded
 * down.
 */
export function convertForPlatform(amount: Money, rate: Ratio, to: Currency, act: 'take' | 'give'): Money {
  if (rate.numerator <= 0n || rate.denominator <= 0n) throw new RangeError('a rate is above zero');
  if (amount.amountMinor < 0n) throw new RangeError('what is converted is not negative');
  const above = amount.amountMinor * rate.numerator * 10n ** BigInt(currencies[to]);
  const below = rate.denominator * 10n ** BigInt(currencies[amount.currency]);
  return money(act === 'take' ? (above + below - 1n) / below : above / below, to);
}

/**
 * Reverses a part of a flow: legs of one unit that sum to zero. `before` is what earlier parts have reversed;
 * `amountMinor` is how much of its debits to reverse. Each side is split by largest remainder over what is left of its
 * legs, so a part never exceeds what is left, and all parts sum exactly to the reversal of the whole.
 */
export function mirrorPart(flow: readonly Leg[], before: readonly Leg[], amountMinor: bigint): Leg[] {
  const left = merged([...flow, ...before]);
  const units = new Set(left.map(({ account }) => account.unit));
  if (units.size > 1) throw new TypeError('a flow has one unit');
  const debits = left.filter((leg) => leg.amountMinor > 0n);
  const credits = left.filter((leg) => leg.amountMinor < 0n);
  const whole = debits.reduce((sum, leg) => sum + leg.amountMinor, 0n);
  if (whole + credits.reduce((sum, leg) => sum + leg.amountMinor, 0n) !== 0n)
    throw new RangeError('a flow sums to zero');
  if (amountMinor < 0n || amountMinor > whole) throw new RangeError('no more goes back than is left');
  if (amountMinor === 0n) return [];
  const back = (legs: readonly Leg[]) => {
    const parts = shares(
      amountMinor,
      legs.map((leg) => (leg.amountMinor < 0n ? -leg.amountMinor : leg.amountMinor)),
    );
    return legs.map(({ account, amountMinor: was }, at) => ({
      account,
      amountMinor: was > 0n ? -(parts[at] ?? 0n) : (parts[at] ?? 0n),
    }));
  };
  return merged([...back(debits), ...back(credits)]);
}

/**
 * Reverses a part of a transfer of several flows (a sale and its commission). `amountMinor` of the first flow is
 * reversed, and the same fraction of what is left of each other flow.
 */
export function mirrorFlows(
  flows: readonly (readonly Leg[])[],
  before: readonly (readonly Leg[])[],
  amountMinor: bigint,
): Leg[][] {
  const leftOf = (at: number) =>
    merged([...(flows[at] ?? []), ...(before[at] ?? [])]).reduce(
      (sum, leg) => (leg.amountMinor > 0n ? sum + leg.amountMinor : sum),
      0n,
    );
  const first = leftOf(0);
  return flows.map((flow, at) => {
    const part = at === 0 || first === 0n ? amountMinor : roundedQuotient(leftOf(at) * amountMinor, first);
    return mirrorPart(flow, before[at] ?? [], part);
  });
}

/**
 * Splits a whole number in proportion to the weights so that the parts sum exactly to it; remaining units go to the
 * largest remainders.
 */
export function shares(whole: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((a, b) => a + b, 0n);
  if (whole < 0n || total <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError('nothing to share by');
  const parts = weights.map((weight, at) => ({ at, units: (whole * weight) / total, rest: (whole * weight) % total }));
  let left = whole - parts.reduce((sum, part) => sum + part.units, 0n);
  for (const part of [...parts].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))) {
    if (left === 0n) break;
    part.units += 1n;
    left -= 1n;
  }
  return parts.map((part) => part.units);
}
