import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { parcelEarning } from '@tuneport/domain/store/line-refunds';
import type { Db } from '../../../platform/db/db.ts';
import { postedFor, postTransfer } from '../../ledger/index.ts';
import type { OrderRecord } from './order-record.ts';

type Earned = {
  /** Makes the transfer unique: the shipment, or the cancellation of the rest. */
  readonly key: string;
  readonly actorId: number | null;
  readonly now: Date;
  /** What all open pieces cost before tax. */
  readonly openMinor: bigint;
  /** What the pieces in the parcel cost; null for everything that is owed. */
  readonly part: { readonly shipmentId: number; readonly partMinor: bigint } | null;
};

/** Owed goods become revenue, and the price of shipping with them. */
export async function earnOwed(
  db: Db,
  order: OrderRecord,
  { key, actorId, now, openMinor, part }: Earned,
): Promise<void> {
  const account = (kind: 'defer.goods' | 'rev' | 'rev.shipping') => platformAccount(kind, order.currency);
  // What was taken for goods and shipping and is neither earned nor paid back.
  const owed = -(await postedFor(db, `order:${order.id}`, account('defer.goods')));
  if (owed <= 0n) return;
  const open = {
    goodsMinor: openMinor,
    shippingMinor: BigInt(order.shipping_minor) - (await earnedShipping(db, order)),
  };
  const earned = parcelEarning(owed, open, part?.partMinor ?? null);
  if (part) {
    const shipping = parcelEarning(open.goodsMinor + open.shippingMinor, open, part.partMinor).shippingMinor;
    await db
      .updateTable('order_shipments')
      .set({ shipping_minor: shipping })
      .where('id', '=', part.shipmentId)
      .execute();
  }
  const legs = [
    { account: account('defer.goods'), amountMinor: earned.goodsMinor + earned.shippingMinor },
    { account: account('rev'), amountMinor: -earned.goodsMinor },
    { account: account('rev.shipping'), amountMinor: -earned.shippingMinor },
  ].filter(({ amountMinor }) => amountMinor !== 0n);
  if (legs.length === 0) return;
  await postTransfer(db, {
    key: `order:${order.id}:${key}`,
    kind: 'store.sent',
    subject: `order:${order.id}`,
    at: now,
    actorId,
    memo: `Order ${order.id} shipped`,
    legs,
  });
}

/** The part of the shipping price that earlier parcels earned, before refunds. */
async function earnedShipping(db: Db, { id, shipments }: OrderRecord): Promise<bigint> {
  if (shipments.length === 0) return 0n;
  const { sum } = await db
    .selectFrom('order_shipments')
    .select(({ fn }) => fn.sum<bigint | null>('shipping_minor').as('sum'))
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0n);
}
