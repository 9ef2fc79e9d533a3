import { money, moneyText } from '@tuneport/domain/money/money';
import { type InvoicedSale, invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import type { MailKind } from '@tuneport/domain/site/mail-kinds';
import { type OrderCanceller, orderNumber } from '@tuneport/domain/store/order-states';
import { carriers, trackingUrl } from '@tuneport/domain/store/shipments';
import { taxRows } from '@tuneport/domain/store/tax/tax-labels';
import type { BalanceSource } from '@tuneport/domain/store/tenders';
import { labelled, msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { monthLabel } from '../../../platform/mail/dates.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { OrderRecord, ShipmentRecord } from './order-record.ts';
import { shippingShown } from './present-order.ts';

export const orderInvoicePath = (id: number, token: string) => `/profile/orders/${id}/${token}/invoice`;

const ordersPage = '/profile/orders';

/** What the texts need of an order. */
export type MailedOrder = Pick<
  OrderRecord,
  | 'id'
  | 'region'
  | 'invoice_no'
  | 'state'
  | 'currency'
  | 'tier_name'
  | 'discount_minor'
  | 'contained_minor'
  | 'shipping_minor'
  | 'shipping_contained_minor'
  | 'tax_included'
  | 'reverse_charge'
  | 'total_minor'
  | 'refunded_minor'
  | 'balance_minor'
  | 'balance_source'
  | 'discounts'
  | 'taxes'
> & {
  /** Null if nothing ships. */
  readonly shipping: object | null;
  readonly lines: readonly Pick<
    OrderRecord['lines'][number],
    'line' | 'name' | 'quantity' | 'options' | 'list_minor' | 'back_ordered' | 'back_order_month'
  >[];
};

/**
 * What was bought, its price and what happens next. Names and addresses appear only on the linked invoice, not in the
 * mail: a guest may have entered anything, including another person's e-mail address.
 */
export async function sendConfirmation(db: Db, origin: string, order: OrderRecord, token: string): Promise<void> {
  const message = () => confirmationMessage(`${pagesOf(origin)}${orderInvoicePath(order.id, token)}`, order);
  await queueMail(db, { to: order.email, owner: order.user_id, secrets: [token], message });
}

export function confirmationMessage(url: string, order: MailedOrder) {
  const amount = (minor: string) => moneyText(money(BigInt(minor), order.currency));
  const items = order.lines.map((line) => {
    const options = line.options.map(({ selection }) => selection).join(', ');
    const later =
      line.back_ordered > 0
        ? line.back_order_month
          ? t('{count} sent later, expected {month}', {
              count: line.back_ordered,
              month: monthLabel(line.back_order_month),
            })
          : t('{count} sent later', { count: line.back_ordered })
        : '';
    return {
      label: `${line.quantity} × ${line.name}${options ? `, ${options}` : ''}`,
      ...(later && { detail: later }),
      amount: amount(line.list_minor),
    };
  });
  const taxes = taxRows(
    {
      tax_included: order.tax_included,
      reverse_charge: order.reverse_charge,
      tax_removed: `${BigInt(order.contained_minor) + BigInt(order.shipping_contained_minor)}`,
      taxes: order.taxes.map((tax) => ({ ...tax, amount: tax.amount_minor })),
    },
    amount,
  );
  const sums = [
    ...(BigInt(order.discount_minor) > 0n
      ? [
          {
            label: t('Discount ({names})', { names: order.discounts.map(({ name }) => name).join(', ') }),
            amount: `−${amount(order.discount_minor)}`,
          },
        ]
      : []),
    ...(order.tier_name === null ? [] : [{ label: order.tier_name, amount: amount(`${shippingShown(order)}`) }]),
    ...taxes.above,
    { label: t('Total paid'), amount: amount(order.total_minor) },
    ...taxes.below,
  ];
  return mailMessage('order-confirmation', {
    subject: t('Your order {number}', { number: orderNumber(order.id) }),
    title: t('Thank you for your order'),
    paragraphs: [
      t('Hello,'),
      order.shipping
        ? t("Your order {number} is confirmed. We'll e-mail you when it ships.", { number: orderNumber(order.id) })
        : t('Your order {number} is confirmed.', { number: orderNumber(order.id) }),
      { items, sums },
      ...invoiceSentence(order),
    ],
    button: { label: t('Open the invoice'), url },
    page: ordersPage,
  });
}

export const namesOf = (order: MailedOrder, pieces: ShipmentRecord['lines']): string =>
  pieces
    .map(({ line, quantity }) => `${quantity} × ${order.lines.find((one) => one.line === line)?.name ?? ''}`)
    .join('\n');

export type OrderText = {
  readonly kind: MailKind;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Tracking page of the parcel. */
  readonly trackingUrl?: string | null;
};

export type OrderLink = { readonly origin: string; readonly token: string };

export async function sendOrderMail(
  db: Db,
  { origin, token }: OrderLink,
  order: OrderRecord,
  text: () => OrderText,
): Promise<void> {
  const message = () => orderMessage(`${pagesOf(origin)}${orderInvoicePath(order.id, token)}`, order, text());
  await queueMail(db, { to: order.email, owner: order.user_id, secrets: [token], message });
}

export const orderMessage = (url: string, order: Pick<MailedOrder, 'id'>, text: OrderText) =>
  mailMessage(text.kind, {
    subject: `${text.title} (${orderNumber(order.id)})`,
    title: text.title,
    paragraphs: [t('Hello,'), ...text.paragraphs, ...(text.trackingUrl ? [t('Your order: {url}', { url })] : [])],
    button: text.trackingUrl
      ? { label: t('Track your parcel'), url: text.trackingUrl }
      : { label: t('View your order'), url },
    page: ordersPage,
  });

type Parcel = Pick<ShipmentRecord, 'carrier' | 'tracking_number' | 'lines'>;

/** A parcel was shipped, or its tracking number was corrected. */
export const sendShipped = (
  db: Db,
  link: OrderLink,
  order: OrderRecord,
  shipment: Parcel,
  what: 'shipped' | 'corrected' = 'shipped',
): Promise<void> => sendOrderMail(db, link, order, () => shippedText(order, shipment, what));

export function shippedText(order: MailedOrder, shipment: Parcel, what: 'shipped' | 'corrected'): OrderText {
  const { carrier, tracking_number } = shipment;
  const rest = order.state === 'part_shipped';
  const title =
    what === 'corrected'
      ? t('New tracking number for your order')
      : rest
        ? t('Part of your order has shipped')
        : t('Your order has shipped');
  return {
    kind: 'order-shipped',
    title,
    paragraphs: [
      rest
        ? t('{number}: these items are on their way to you; the rest follows in another parcel.', {
            number: orderNumber(order.id),
          })
        : t('{number}: these items are on their way to you.', { number: orderNumber(order.id) }),
      namesOf(order, shipment.lines),
      carrier === 'other'
        ? t('Tracking number: {number}', { number: tracking_number })
        : t('{carrier} tracking number: {number}', { carrier: carriers[carrier].name, number: tracking_number }),
    ],
    trackingUrl: trackingUrl(carrier, tracking_number),
  };
}

const cancelled: Readonly<Record<OrderCanceller, string>> = {
  buyer: msg('You cancelled this order before it shipped.'),
  staff: msg('We had to cancel this order before it shipped.'),
  system: msg('This order was cancelled before it shipped.'),
  bank: msg('Your bank reversed the payment for this order, so we cancelled it.'),
};

/** The number of the invoice that the mail links to. */
export const invoiceSentence = (sale: InvoicedSale): string[] => {
  const number = invoiceNumberOf(sale);
  return number === null ? [] : [t('Your invoice number is {number}.', { number })];
};

/** Refund mails link to the invoice, which lists its credit notes. */
export const creditNoteSentence = (sale: InvoicedSale): string =>
  t('You will find the credit note with your invoice {number} once the refund is complete.', {
    number: invoiceNumberOf(sale) ?? '',
  });

/** Where a refund goes. Money on a balance is available immediately; a card takes a few days. */
export function refundSentence(
  order: Pick<MailedOrder, 'currency' | 'balance_source'>,
  refundMinor: bigint,
  source: BalanceSource | 'card' | 'both',
): string {
  const refund = moneyText(money(refundMinor, order.currency));
  switch (source) {
    case 'card':
      return t('We are refunding {refund} to your card. It can take a few business days to arrive.', { refund });
    case 'account':
      return t("{refund} is back on your dealer's account. You can use it right away.", { refund });
    case 'prepaid':
      return t('{refund} is back on your prepaid balance. You can use it right away.', { refund });
    case 'both':
      return order.balance_source === 'account'
        ? t(
            "We are refunding {refund} the way you paid. What came from your dealer's account is back on it; the part for your card can take a few business days to arrive.",
            { refund },
          )
        : t(
            'We are refunding {refund} the way you paid. What came from your prepaid balance is back on it; the part for your card can take a few business days to arrive.',
            { refund },
          );
  }
}

/** Where a refund to payments of these providers goes. */
export function refundTarget(
  order: Pick<MailedOrder, 'balance_source'>,
  providers: readonly string[],
): BalanceSource | 'card' | 'both' {
  const balance = providers.find((provider) => provider === 'account' || provider === 'prepaid');
  if (balance === undefined) return 'card';
  return providers.length > 1 ? 'both' : (order.balance_source ?? 'prepaid');
}

type Cancellation = {
  readonly by: OrderCanceller;
  readonly lines: ShipmentRecord['lines'];
  readonly refundMinor: bigint;
  /** The providers of the payments that get the refund. */
  readonly sources: readonly string[];
};

/** Lines of a paid order were cancelled: all, or those not shipped. */
export const sendCancelled = (db: Db, link: OrderLink, order: OrderRecord, cancellation: Cancellation): Promise<void> =>
  sendOrderMail(db, link, order, () => cancelledText(order, cancellation));

export function cancelledText(order: MailedOrder, { by, lines, refundMinor, sources }: Cancellation): OrderText {
  const all = order.state === 'cancelled';
  return {
    kind: 'order-cancelled',
    title: all ? t('Your order is cancelled') : t('Part of your order is cancelled'),
    paragraphs: [
      labelled(
        orderNumber(order.id),
        all ? t(cancelled[by]) : t('these items will not ship. Everything else stays as ordered.'),
      ),
      ...(lines.length === 0 ? [] : [namesOf(order, lines)]),
      ...(refundMinor > 0n
        ? [refundSentence(order, refundMinor, refundTarget(order, sources)), creditNoteSentence(order)]
        : []),
    ],
  };
}

type Refund = { readonly refundMinor: bigint; readonly provider: string };

/** A refund that leaves the order unchanged. */
export const sendRefunded = (db: Db, link: OrderLink, order: OrderRecord, refund: Refund): Promise<void> =>
  sendOrderMail(db, link, order, () => refundedText(order, refund));

export function refundedText(order: MailedOrder, { refundMinor, provider }: Refund): OrderText {
  const source = provider === 'account' || provider === 'prepaid' ? provider : 'card';
  return {
    kind: 'order-refunded',
    title:
      BigInt(order.refunded_minor) < BigInt(order.total_minor)
        ? t('We refunded part of your order')
        : t('We refunded your order'),
    paragraphs: [
      t('Order {number}.', { number: orderNumber(order.id) }),
      refundSentence(order, refundMinor, source),
      creditNoteSentence(order),
    ],
  };
}

/** Nothing ships until staff have reviewed the order. */
export const sendOnHold = (db: Db, link: OrderLink, order: OrderRecord): Promise<void> =>
  sendOrderMail(db, link, order, () => onHoldText(order));

export const onHoldText = (order: MailedOrder): OrderText => ({
  kind: 'order-on-hold',
  title: t('We are reviewing your order'),
  paragraphs: [
    t(
      "{number}: we are reviewing this order before it ships. We'll e-mail you when it does. You don't need to do anything.",
      { number: orderNumber(order.id) },
    ),
  ],
});
