import { type AccountKind, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, merged, mirrorFlows } from '@tuneport/domain/ledger/ledger-legs';
import type { Money } from '@tuneport/domain/money/money';
import type { Db } from '../../../platform/db/db.ts';
import { postingsFor } from '../../ledger/index.ts';
import type { Payment } from '../../payments/index.ts';
import { lockOrder } from './order-queries.ts';

const sold: readonly AccountKind[] = [
  'defer.goods',
  'rev',
  'rev.rent',
  'rev.shipping',
  'rev.fee',
  'rev.service',
  'tax',
];
const commission: readonly AccountKind[] = ['cost.comm', 'earn.hold', 'earn.avail'];
/**
 * The paying side: cash or a balance. Includes disputed money and late payments that are owed, because a pending refund
 * still applies to them.
 */
const atTheBank: readonly AccountKind[] = ['cash', 'dispute.hold', 'goodwill', 'payable', 'ar', 'prepay'];

/**
 * The counter entries of a refund. Uses the remaining postings of the order, so partial refunds in any order, before
 * and after shipping, sum exactly; the last one takes the rest. Commissions shrink proportionally.
 */
export async function refundLegs(db: Db, payment: Payment, amount: Money): Promise<Leg[]> {
  const [sale = [], shares = []] = await flowsBack(db, payment, amount);
  return [...sale, ...shares].filter(({ account }) => account.kind !== 'cash');
}

/** The shares that the parties lose. */
export const sharesBack = async (db: Db, payment: Payment, amount: Money): Promise<Leg[]> =>
  (await flowsBack(db, payment, amount))[1] ?? [];

async function flowsBack(db: Db, payment: Payment, amount: Money): Promise<Leg[][]> {
  // Locks the order, so that it does not ship meanwhile.
  if (!(await lockOrder(db, Number(payment.reference))))
    throw new Error(`payment ${payment.id} is for an order that is not there`);
  const left = await postingsFor(db, `order:${payment.reference}`);
  const of = (kinds: readonly AccountKind[]) => left.filter(({ account }) => kinds.includes(account.kind));
  const bank = platformAccount('cash', amount.currency);
  const sale = merged([...of(atTheBank).map((leg) => ({ ...leg, account: bank })), ...of(sold)]);
  const shares = of(commission);
  return mirrorFlows([sale, shares], [[], []], amount.amountMinor);
}
