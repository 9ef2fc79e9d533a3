import { type Money, money, type Ratio, subtract, sum } from '../money/money.ts';
import { type Owner, partyAccount, platformAccount } from './ledger-accounts.ts';
import { type Leg, move, shares } from './ledger-legs.ts';

/** A party's share of a sale: a fraction of it, or a fixed fee such as the install fee. */
type EarningTerm = { readonly owner: Owner } & ({ readonly part: Ratio } | { readonly fee: Money });
type Earning = { readonly owner: Owner; readonly amount: Money };

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/**
 * Splits a sale between the parties and the platform. Fees are deducted first; fractions apply to the whole sale. The
 * parts sum exactly to the sale, and the platform never pays out more than it received.
 */
export function splitEarnings(sale: Money, terms: readonly EarningTerm[]): { earnings: Earning[]; kept: Money } {
  if (sale.amountMinor < 0n) throw new RangeError('a sale is not negative');
  const parts = terms.flatMap((term) => ('part' in term ? [term.part] : []));
  if (parts.some(({ numerator, denominator }) => numerator < 0n || denominator <= 0n))
    throw new RangeError('a part is not negative');
  const common = parts.reduce((all, { denominator }) => (all * denominator) / gcd(all, denominator), 1n);
  const weights = parts.map(({ numerator, denominator }) => numerator * (common / denominator));
  const rest = common - weights.reduce((a, b) => a + b, 0n);
  if (rest < 0n) throw new RangeError('the parts are more than the whole');
  const shared = shares(sale.amountMinor, [...weights, rest]);
  let next = 0;
  const earnings = terms.map((term): Earning => {
    if ('part' in term) return { owner: term.owner, amount: money(shared[next++] ?? 0n, sale.currency) };
    if (term.fee.currency !== sale.currency || term.fee.amountMinor < 0n)
      throw new RangeError('a fee is in the currency of its sale');
    return { owner: term.owner, amount: term.fee };
  });
  const kept = subtract(
    sale,
    sum(
      earnings.map(({ amount }) => amount),
      sale.currency,
    ),
  );
  if (kept.amountMinor < 0n) throw new RangeError('fees and parts are more than the whole');
  return { earnings, kept };
}

/** cost.comm → earn.hold for each earning: the flow that belongs to the same transfer as the sale. */
export const earningLegs = (earnings: readonly Earning[]): Leg[] =>
  earnings.flatMap(({ owner, amount }) =>
    move(
      platformAccount('cost.comm', amount.currency),
      partyAccount('earn.hold', owner, amount.currency),
      amount.amountMinor,
    ),
  );
