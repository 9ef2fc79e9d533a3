import { createHash } from 'node:crypto';
import { NewOrder, type storeOrders } from '@tuneport/contract/store/store-orders';
import { type Money, money, toWire } from '@tuneport/domain/money/money';
import { taxesToTotal } from '@tuneport/domain/store/tax/tax-labels';
import { balanceSources } from '@tuneport/domain/store/tenders';
import { paymentMinutes } from '@tuneport/domain/store/unpaid-holds';
import { t } from '@tuneport/domain/text/text';
import { z } from 'zod';
import type { Actor, SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type ApprovalRow, requestManagerApproval, spendExcess } from '../../dealers/index.ts';
import { buyerOf } from '../orders/order-policy.ts';
import { beginOrderPayment } from '../orders/order-queries.ts';
import { balancePart, chargeBalance } from '../orders/pay-order.ts';
import { placeOrder, priceOrder } from '../orders/place-order.ts';
import type { PricingContext } from '../orders/price-cart.ts';
import { balanceRefusal } from '../tenders/balance-tender.ts';
import { requesterOf } from './requester.ts';

/** What is needed to price and place the order again. Nothing is reserved while it waits. */
const Stored = z.object({
  region: z.literal([1, 2]),
  source: z.enum(balanceSources),
  order: NewOrder.omit({ total: true }),
  tag: z.string().optional(),
});

/** Prices are read on the connection of the caller, because a call that holds one must not wait for a second one. */
const inTransaction = (platform: Platform, db: Db): Platform => ({ ...platform, db });

type Priced = Awaited<ReturnType<typeof priceOrder>>;
type Input = z.output<(typeof storeOrders)['POST /order/request-approval']['body']>;

/** Checks an order from a dealer's balance as if it were placed, and asks the managers to approve it. */
export async function requestOrderApproval(
  db: Db,
  platform: Platform,
  context: PricingContext & { readonly actor: SignedInActor },
  { source, note, ...order }: Input,
): Promise<{ approval: ApprovalRow; dealerId: number }> {
  const { actor, region, now } = context;
  const dealer = order.dealer ?? String(actor.dealers[0]?.id ?? '');
  const { cart, total } = await priceOrder(inTransaction(platform, db), context, { ...order, dealer });
  const price = money(total.totalMinor, cart.view.currency);
  if (cart.dealerId === null || price.amountMinor === 0n)
    throw new Refusal('conflict', { message: 'This order needs no approval.' });
  const part = await balancePart(db, { actor, now }, { ...toWire(price), source, dealer }, price, cart.dealerId);
  const excess = await spendExcess(db, { ...part, userId: actor.userId, currency: price.currency, now });
  if (!excess)
    throw new Refusal('conflict', { message: 'This is within your spending limit. You can buy it without approval.' });
  if (!excess.approvable) throw new Refusal('conflict', { message: excess.message });
  const { total: _shown, ...withoutTotal } = { ...order, dealer: String(cart.dealerId), currency: price.currency };
  const stored: z.input<typeof Stored> = {
    region,
    source,
    order: withoutTotal,
    ...(context.tag === undefined ? {} : { tag: context.tag }),
  };
  const approval = await requestManagerApproval(
    db,
    platform.config.publicOrigin,
    actor,
    {
      dealerId: cart.dealerId,
      kind: 'order',
      requestId: null,
      estimateHash: `order:${createHash('sha256').update(JSON.stringify(stored)).digest('base64url')}`,
      input: stored,
      vehicle: '',
      lines: rowsOf(cart, total),
      currency: price.currency,
      totalMinor: price.amountMinor,
      note,
    },
    now,
  );
  return { approval, dealerId: cart.dealerId };
}

/** Rows that sum to the total: items and shipping as shown, and taxes that are added or taken off. */
function rowsOf({ lines }: Priced['cart'], total: Priced['total']) {
  const shippingMinor = total.shippingMinor + total.shippingContainedMinor;
  const containedMinor = total.containedMinor + total.shippingContainedMinor;
  return [
    ...lines.map(({ product, options, quantity }, at) => ({
      label: `${quantity} × ${[product.name, ...options.map(({ selection }) => selection)].join(', ')}`,
      amountMinor: (total.lines[at]?.netMinor ?? 0n) + (total.lines[at]?.containedMinor ?? 0n),
    })),
    ...(shippingMinor > 0n ? [{ label: t('Shipping'), amountMinor: shippingMinor }] : []),
    ...taxesToTotal({ ...total, containedMinor }),
  ];
}

async function storedOrder(db: Db, approval: ApprovalRow, now: Date, address: string) {
  const { order, region, source, tag } = Stored.parse(approval.input);
  const actor = { ...(await requesterOf(db, approval)), address };
  const context: PricingContext & { actor: SignedInActor } = { actor, region: region as Region, now, tag };
  return { context, order, source, dealer: String(approval.dealer_id) };
}

/** The price of the order now. */
export async function orderTotalNow(db: Db, platform: Platform, approval: ApprovalRow, now: Date): Promise<Money> {
  const { context, order } = await storedOrder(db, approval, now, 'system');
  const { cart, total } = await priceOrder(inTransaction(platform, db), context, order);
  return money(total.totalMinor, cart.view.currency);
}

type Approving = { readonly db: Db; readonly platform: Platform; readonly now: Date };

/**
 * Places the order for the member and charges the balance, in the transaction of the approval. `seen` is the total that
 * the manager saw; limits on reserved goods count for the manager's address.
 */
export async function placeApprovedOrder(
  { db, platform, now }: Approving,
  approval: ApprovalRow,
  manager: Actor,
  seen: { readonly amount: string; readonly currency: string },
): Promise<{ id: number; total: Money }> {
  const { context, order, source, dealer } = await storedOrder(db, approval, now, manager.address);
  const approving = inTransaction(platform, db);
  const { order: placed } = await placeOrder(
    approving,
    context,
    { ...order, total: seen },
    { requestKey: `purchase-approval:${approval.id}` },
  );
  const price = money(BigInt(placed.total_minor), placed.currency);
  const part = await balancePart(db, context, { ...toWire(price), source, dealer }, price, placed.dealer_id);
  const until = new Date(now.getTime() + paymentMinutes * 60_000);
  const started = await beginOrderPayment(db, placed.id, buyerOf(context.actor, undefined), until);
  if (!started) throw new Error(`order ${placed.id} of approval ${approval.id} is not there`);
  const by = { actorId: context.actor.userId, now, approved: true };
  await chargeBalance(db, approving, started, part, by).catch((error: unknown) => {
    throw balanceRefusal(error, price) ?? error;
  });
  return { id: placed.id, total: price };
}
