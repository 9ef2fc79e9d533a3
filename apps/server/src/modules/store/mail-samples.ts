import { pagesOf } from '../../platform/mail/pages.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';
import {
  cancelledText,
  confirmationMessage,
  type MailedOrder,
  onHoldText,
  orderInvoicePath,
  orderMessage,
  refundedText,
  shippedText,
} from './orders/order-mails.ts';
import { type MailedRental, rentalMessage } from './rentals/rental-mails.ts';
import { rentalOfferMessage } from './rentals/rental-offer-mail.ts';
import { returnAcceptedText, returnRefusedText, returnRequestedText } from './returns/return-mails.ts';
import { tradeInMessage, tradeInPath } from './trade-ins/trade-in-mails.ts';

const at = new Date('2026-03-02T15:30:00Z');

const order: MailedOrder = {
  id: 1088,
  region: 1,
  invoice_no: 1042,
  state: 'paid',
  currency: 'CAD',
  shipping: {},
  tier_name: 'Standard shipping',
  discount_minor: '5000',
  contained_minor: '0',
  shipping_minor: '1500',
  shipping_contained_minor: '0',
  tax_included: false,
  reverse_charge: false,
  total_minor: '72870',
  refunded_minor: '10000',
  balance_minor: '0',
  balance_source: null,
  discounts: [{ id: 'code:7', name: 'Spring offer', code: 'SPRING' }],
  taxes: [{ name: 'GST', percent: '5', amount_minor: '3470' }],
  lines: [
    {
      line: 1,
      name: 'Flash tool',
      quantity: 1,
      options: [{ option: 'Colour', selection: 'black' }],
      list_minor: '64900',
      back_ordered: 0,
      back_order_month: null,
    },
    {
      line: 2,
      name: 'OBD cable',
      quantity: 2,
      options: [],
      list_minor: '8000',
      back_ordered: 1,
      back_order_month: '2026-04',
    },
  ],
};
const link = (origin: string) => `${pagesOf(origin)}${orderInvoicePath(order.id, 'sample')}`;

const rental: MailedRental = {
  order_id: order.id,
  state: 'out',
  quantity: 1,
  product_name: 'Flash tool',
  currency: 'CAD',
  due_at: at,
  deposit_minor: 50_000n,
  taken_minor: 0n,
  rest_minor: 0n,
  rest_paid_at: null,
  late_fee_minor: 0n,
  damage_minor: 0n,
};

export const storeMailSamples: MailSamples<
  | 'order-confirmation'
  | 'order-shipped'
  | 'order-cancelled'
  | 'order-refunded'
  | 'order-on-hold'
  | 'order-return'
  | 'order-return-accepted'
  | 'order-return-refused'
  | 'rental'
  | 'rental-offer'
  | 'trade-in'
> = {
  'order-confirmation': (origin) => confirmationMessage(link(origin), order),
  'order-shipped': (origin) => {
    const parcel = {
      carrier: 'ups',
      tracking_number: '1Z999AA10123456784',
      lines: [{ line: 1, quantity: 1 }],
    } as const;
    return orderMessage(link(origin), order, shippedText({ ...order, state: 'part_shipped' }, parcel, 'shipped'));
  },
  'order-cancelled': (origin) =>
    orderMessage(
      link(origin),
      order,
      cancelledText(
        { ...order, state: 'cancelled' },
        { by: 'buyer', lines: [{ line: 1, quantity: 1 }], refundMinor: 72_870n, sources: ['stripe'] },
      ),
    ),
  'order-refunded': (origin) =>
    orderMessage(link(origin), order, refundedText(order, { refundMinor: 10_000n, provider: 'stripe' })),
  'order-on-hold': (origin) => orderMessage(link(origin), order, onHoldText(order)),
  'order-return': (origin) =>
    orderMessage(
      link(origin),
      order,
      returnRequestedText(order, {
        lines: [{ line: 2, quantity: 1 }],
        sendTo: 'Example Tuning Ltd\n1 Example Street\nExampletown',
        isPaidBack: false,
      }),
    ),
  'order-return-accepted': (origin) =>
    orderMessage(
      link(origin),
      order,
      returnAcceptedText(order, {
        lines: [{ line: 2, quantity: 1 }],
        priceMinor: 4_200n,
        refundMinor: 3_000n,
        reason: 'One connector is worn.',
        sources: ['stripe'],
      }),
    ),
  'order-return-refused': (origin) =>
    orderMessage(
      link(origin),
      order,
      returnRefusedText(order, {
        lines: [{ line: 2, quantity: 1 }],
        answer: 'The cable was used outdoors and its connector is corroded.',
      }),
    ),
  rental: (origin) => rentalMessage(origin, rental, 'out'),
  'rental-offer': (origin) => rentalOfferMessage(origin, { ...order, expires_at: '2026-11-24T12:00:00Z' }, 7),
  'trade-in': (origin) =>
    tradeInMessage(
      `${pagesOf(origin)}${tradeInPath(31, 'sample')}`,
      { id: 31, state: 'offered', offer_minor: 40_000n, offer_currency: 'CAD', offer_until: at, pay_as: null },
      'The price assumes that all cables are included.',
    ),
};
