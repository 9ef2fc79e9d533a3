import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Db } from '../../../platform/db/db.ts';
import { postedFor, postTransfer } from '../../ledger/index.ts';
import type { OrderRecord } from './order-record.ts';

type Earned = {
  /** Makes the transfer key unique: the shipment, or the cancellation of the rest. */
  readonly key: string;
  readonly actorId: number | null;
  readonly now: Date;
  /** The cost of the shipped part and of everything open; null for all that is owed. */
  readonly part: { readonly partMinor: bigint; readonly openMinor: bigint } | null;
};

/** Recognizes deferred goods as revenue, split into goods and shipping in the proportion sold. */
export async function earnOwed(db: Db, order: OrderRecord, { key, actorId, now, part }: Earned): Promise<void> {
  const account = (kind: 'defer.goods' | 'rev' | 'rev.shipping') => platformAccount(kind, order.currency);
  const goods = BigInt(order.list_minor) - BigInt(order.discount_minor);
  const shipping = BigInt(order.shipping_minor);
  // Paid for the goods, but neither earned nor refunded.
  const owed = -(await postedFor(db, `order:${order.id}`, account('defer.goods')));
  const earned = part === null ? owed : part.openMinor === 0n ? 0n : (owed * part.partMinor) / part.openMinor;
  if (earned <= 0n) return;
  const earnedShipping = (earned * shipping) / (goods + shipping);
  const legs = [
    { account: account('defer.goods'), amountMinor: earned },
    { account: account('rev'), amountMinor: earnedShipping - earned },
    { account: account('rev.shipping'), amountMinor: -earnedShipping },
  ];
  await postTransfer(db, {
    key: `order:${order.id}:${key}`,
    kind: 'store.sent',
    subject: `order:${order.id}`,
    at: now,
    actorId,
    memo: `Order ${order.id} shipped`,
    legs: legs.filter(({ amountMinor }) => amountMinor !== 0n),
  });
}
