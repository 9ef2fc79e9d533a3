import { type AccountKind, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, merged, mirrorFlows } from '@tuneport/domain/ledger/ledger-legs';
import type { Money } from '@tuneport/domain/money/money';
import { lineRefundLegs, sharesOfGoods } from '@tuneport/domain/store/line-refunds';
import type { Db } from '../../../../platform/db/db.ts';
import { postingsFor } from '../../../ledger/index.ts';
import type { Payment, Refund } from '../../../payments/index.ts';
import { lockOrder } from '../order-queries.ts';

export const soldAccounts: readonly AccountKind[] = [
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

/** What a refund for named lines takes: their price before tax, and what all lines cost that were not cancelled before. */
export type NamedLines = { readonly goodsMinor: bigint; readonly keptMinor: bigint };

/** As it is stored with the refund, for when it settles. */
export const namedDetail = ({ goodsMinor, keptMinor }: NamedLines) => ({
  lines: { goods_minor: `${goodsMinor}`, kept_minor: `${keptMinor}` },
});

/** The lines that a stored refund is for; null if it is for none in particular. */
export function namedLines({ detail }: Pick<Refund, 'detail'>): NamedLines | null {
  const lines = detail.lines as ReturnType<typeof namedDetail>['lines'] | undefined;
  return lines ? { goodsMinor: BigInt(lines.goods_minor), keptMinor: BigInt(lines.kept_minor) } : null;
}

/**
 * Where a refund comes from, without the cash. For named lines it is their goods and tax. Any other refund is shared in proportion over
 * what is left of the order on each account, so parts that settle in any order, before and after it left, sum to the unit; the last one
 * takes the rest. Commissions shrink in the same proportion.
 */
export async function refundLegs(
  db: Db,
  payment: Payment,
  amount: Money,
  named: NamedLines | null = null,
): Promise<Leg[]> {
  const [sale = [], shares = []] = await flowsBack(db, payment, amount, named);
  return [...sale, ...shares].filter(({ account }) => account.kind !== 'cash');
}

/** The shares that the parties lose. */
export const sharesBack = async (db: Db, payment: Payment, amount: Money): Promise<Leg[]> =>
  (await flowsBack(db, payment, amount, null))[1] ?? [];

async function flowsBack(db: Db, payment: Payment, amount: Money, named: NamedLines | null): Promise<Leg[][]> {
  // Locks the order, so that it does not ship meanwhile.
  const order = await lockOrder(db, Number(payment.reference));
  if (!order) throw new Error(`payment ${payment.id} is for an order that is not there`);
  const left = await postingsFor(db, `order:${payment.reference}`);
  const of = (kinds: readonly AccountKind[]) => left.filter(({ account }) => kinds.includes(account.kind));
  const bank = platformAccount('cash', amount.currency);
  const sale = merged([...of(atTheBank).map((leg) => ({ ...leg, account: bank })), ...of(soldAccounts)]);
  const shares = of(commission);
  const { amountMinor } = amount;
  const isRest = sale.every((leg) => leg.amountMinor <= amountMinor);
  if (!named || isRest) return mirrorFlows([sale, shares], [[], []], amountMinor);
  const { goodsMinor, keptMinor } = named;
  const soldMinor = of(soldAccounts).reduce(
    (sum, leg) => (leg.account.kind === 'tax' ? sum : sum - leg.amountMinor),
    0n,
  );
  return [
    lineRefundLegs(of(soldAccounts), goodsMinor, amountMinor - goodsMinor),
    sharesOfGoods(shares, goodsMinor, keptMinor, { soldMinor, shippingMinor: order.shipping_minor }),
  ];
}
