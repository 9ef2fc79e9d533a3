import { money, moneyText } from '@tuneport/domain/money/money';
import { type OrderCanceller, orderNumber } from '@tuneport/domain/store/order-states';
import { carriers, trackingUrl } from '@tuneport/domain/store/shipments';
import type { Db } from '../../../platform/db/db.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import type { OrderRecord, ShipmentRecord } from './order-record.ts';

export const orderInvoicePath = (id: number, token: string) => `/profile/orders/${id}/${token}/invoice`;

/**
 * What was bought, its price and what happens next. Names and addresses appear only on the linked invoice, not in the
 * mail: a guest may have entered anything, including another person's e-mail address.
 */
export async function sendConfirmation(db: Db, origin: string, order: OrderRecord, token: string): Promise<void> {
  const amount = (minor: string) => moneyText(money(BigInt(minor), order.currency));
  const things = order.lines.map((line) => {
    const options = line.options.map(({ selection }) => selection).join(', ');
    const later =
      line.back_ordered > 0
        ? ` (${line.back_ordered} sent later${line.back_order_month ? `, expected ${line.back_order_month}` : ''})`
        : '';
    return `${line.quantity} × ${line.name}${options ? `, ${options}` : ''}: ${amount(line.list_minor)}${later}`;
  });
  const sums = [
    ...(BigInt(order.discount_minor) > 0n
      ? [`Discount (${order.discounts.map(({ name }) => name).join(', ')}): −${amount(order.discount_minor)}`]
      : []),
    ...(order.tier_name === null ? [] : [`${order.tier_name}: ${amount(order.shipping_minor)}`]),
    ...order.taxes.map(({ name, percent, amount_minor }) => `${name} ${percent} %: ${amount(amount_minor)}`),
    `Total paid: ${amount(order.total_minor)}`,
  ];
  await queueMail(db, {
    kind: 'order-confirmation',
    secrets: [token],
    to: order.email,
    subject: `Your order ${orderNumber(order.id)}`,
    ...mail({
      title: 'Thank you for your order',
      paragraphs: [
        'Hello,',
        `Your order ${orderNumber(order.id)} is confirmed.${order.shipping ? " We'll e-mail you when it ships." : ''}`,
        things.join('\n'),
        sums.join('\n'),
      ],
      button: { label: 'Open the invoice', url: `${origin}${orderInvoicePath(order.id, token)}` },
    }),
  });
}

const namesOf = (order: OrderRecord, pieces: ShipmentRecord['lines']): string =>
  pieces
    .map(({ line, quantity }) => `${quantity} × ${order.lines.find((one) => one.line === line)?.name ?? ''}`)
    .join('\n');

async function sendOrderMail(
  db: Db,
  { origin, token }: { readonly origin: string; readonly token: string },
  order: OrderRecord,
  text: {
    readonly kind: string;
    readonly title: string;
    readonly paragraphs: readonly string[];
    /** Tracking page of the parcel. */
    readonly trackingUrl?: string | null;
  },
): Promise<void> {
  const url = `${origin}${orderInvoicePath(order.id, token)}`;
  await queueMail(db, {
    kind: text.kind,
    secrets: [token],
    to: order.email,
    subject: `${text.title} (${orderNumber(order.id)})`,
    ...mail({
      title: text.title,
      paragraphs: ['Hello,', ...text.paragraphs, ...(text.trackingUrl ? [`Your order: ${url}`] : [])],
      button: text.trackingUrl
        ? { label: 'Track your parcel', url: text.trackingUrl }
        : { label: 'View your order', url },
    }),
  });
}

type Link = Parameters<typeof sendOrderMail>[1];

/** A parcel was shipped, or its tracking number was corrected. */
export async function sendShipped(
  db: Db,
  link: Link,
  order: OrderRecord,
  shipment: Pick<ShipmentRecord, 'carrier' | 'tracking_number' | 'lines'>,
  what: 'shipped' | 'corrected' = 'shipped',
): Promise<void> {
  const { carrier, tracking_number } = shipment;
  const rest = order.state === 'part_shipped';
  const title =
    what === 'corrected'
      ? 'New tracking number for your order'
      : rest
        ? 'Part of your order has shipped'
        : 'Your order has shipped';
  await sendOrderMail(db, link, order, {
    kind: 'order-shipped',
    title,
    paragraphs: [
      `${orderNumber(order.id)}: these items are on their way to you${rest ? '; the rest follows in another parcel' : ''}.`,
      namesOf(order, shipment.lines),
      `${carrier === 'other' ? 'Tracking number' : `${carriers[carrier].name} tracking number`}: ${tracking_number}`,
    ],
    trackingUrl: trackingUrl(carrier, tracking_number),
  });
}

const cancelled: Readonly<Record<OrderCanceller, string>> = {
  buyer: 'You cancelled this order before it shipped.',
  staff: 'We had to cancel this order before it shipped.',
  system: 'This order was cancelled before it shipped.',
  bank: 'Your bank reversed the payment for this order, so we cancelled it.',
};

/** Lines of a paid order were cancelled: all, or those not shipped. */
export async function sendCancelled(
  db: Db,
  link: Link,
  order: OrderRecord,
  cancellation: { readonly by: OrderCanceller; readonly lines: ShipmentRecord['lines']; readonly refundMinor: bigint },
): Promise<void> {
  const all = order.state === 'cancelled';
  const refund = moneyText(money(cancellation.refundMinor, order.currency));
  await sendOrderMail(db, link, order, {
    kind: 'order-cancelled',
    title: all ? 'Your order is cancelled' : 'Part of your order is cancelled',
    paragraphs: [
      `${orderNumber(order.id)}: ${all ? cancelled[cancellation.by] : 'these items will not ship. Everything else stays as ordered.'}`,
      ...(cancellation.lines.length === 0 ? [] : [namesOf(order, cancellation.lines)]),
      ...(cancellation.refundMinor > 0n
        ? [`We are refunding ${refund} to your original payment method. It can take a few business days to arrive.`]
        : []),
    ],
  });
}

/** A refund that leaves the order unchanged. */
export async function sendRefunded(db: Db, link: Link, order: OrderRecord, refundMinor: bigint): Promise<void> {
  await sendOrderMail(db, link, order, {
    kind: 'order-refunded',
    title:
      BigInt(order.refunded_minor) < BigInt(order.total_minor)
        ? 'We refunded part of your order'
        : 'We refunded your order',
    paragraphs: [
      `${orderNumber(order.id)}: we are refunding ${moneyText(money(refundMinor, order.currency))} to your original payment method. It can take a few business days to arrive.`,
    ],
  });
}

/** Nothing ships until staff have reviewed the order. */
export async function sendOnHold(db: Db, link: Link, order: OrderRecord): Promise<void> {
  await sendOrderMail(db, link, order, {
    kind: 'order-on-hold',
    title: 'We are reviewing your order',
    paragraphs: [
      `${orderNumber(order.id)}: we are reviewing this order before it ships. We'll e-mail you when it does. You don't need to do anything.`,
    ],
  });
}
