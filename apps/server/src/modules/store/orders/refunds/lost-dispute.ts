import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { goodsPart, lineRefundLegs, type PiecesMoney } from '@tuneport/domain/store/line-refunds';
import type { Db } from '../../../../platform/db/db.ts';
import { postingsFor, postTransfer } from '../../../ledger/index.ts';
import type { OrderRecord } from '../order-record.ts';
import { soldAccounts } from './refund-legs.ts';

/**
 * Pieces that came back after a lost dispute, or never shipped, no longer count as sold. What is not refunded of their
 * price was taken by the bank: their revenue and tax are set against the loss, at most what is left of it. The shares
 * have shrunk with the loss already.
 */
export async function setAgainstLoss(
  db: Db,
  order: Pick<OrderRecord, 'id' | 'currency' | 'dispute'>,
  price: PiecesMoney,
  refundMinor: bigint,
  by: { readonly key: string; readonly actorId: number | null; readonly now: Date },
): Promise<void> {
  if (order.dispute !== 'lost') return;
  const subject = `order:${order.id}`;
  const left = await postingsFor(db, subject);
  const lossMinor = left.reduce((sum, leg) => (leg.account.kind === 'goodwill' ? sum + leg.amountMinor : sum), 0n);
  const refundedGoods = goodsPart(price, refundMinor);
  const open = {
    goodsMinor: price.goodsMinor - refundedGoods,
    taxMinor: price.taxMinor - (refundMinor - refundedGoods),
  };
  const openMinor = open.goodsMinor + open.taxMinor;
  const minor = openMinor < lossMinor ? openMinor : lossMinor;
  if (minor <= 0n) return;
  const goodsMinor = goodsPart(open, minor);
  const sold = left.filter(({ account }) => soldAccounts.includes(account.kind));
  await postTransfer(db, {
    key: `${subject}:loss:${by.key}`,
    kind: 'order.set-against-loss',
    subject,
    at: by.now,
    actorId: by.actorId,
    memo: `Items of order ${order.id} lost in a dispute came back or did not ship`,
    legs: [
      ...lineRefundLegs(sold, goodsMinor, minor - goodsMinor),
      { account: platformAccount('goodwill', order.currency), amountMinor: -minor },
    ],
  });
}
