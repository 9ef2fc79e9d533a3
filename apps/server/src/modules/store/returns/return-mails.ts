import { money, moneyText } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import {
  creditNoteSentence,
  type MailedOrder,
  namesOf,
  type OrderLink,
  type OrderText,
  refundSentence,
  refundTarget,
  sendOrderMail,
} from '../orders/order-mails.ts';
import type { Pieces } from '../orders/order-queries.ts';
import type { OrderRecord } from '../orders/order-record.ts';

type Requested = {
  readonly lines: readonly Pieces[];
  readonly sendTo: string;
  /** Nothing is left to refund: it was refunded before, or the bank took it back. */
  readonly isPaidBack: boolean;
};

/** Where to send the items, and what happens then. */
export const sendReturnRequested = (db: Db, link: OrderLink, order: OrderRecord, asked: Requested): Promise<void> =>
  sendOrderMail(db, link, order, () => returnRequestedText(order, asked));

export const returnRequestedText = (order: MailedOrder, { lines, sendTo, isPaidBack }: Requested): OrderText => ({
  kind: 'order-return',
  title: t('How to return your items'),
  paragraphs: [
    t('You want to return these items of order {number}:', { number: orderNumber(order.id) }),
    namesOf(order, lines),
    sendTo === ''
      ? t('We will tell you where to send them.')
      : t('Send them to this address and write the order number on the parcel: {address}', {
          address: sendTo.replace(/\s*\n\s*/g, ', '),
        }),
    isPaidBack
      ? t('Your payment has already been returned to you. Nothing more is refunded.')
      : t('We refund them when they have arrived and have been inspected.'),
  ],
});

type Refused = { readonly lines: readonly Pieces[]; readonly answer: string };

export const sendReturnRefused = (db: Db, link: OrderLink, order: OrderRecord, refused: Refused): Promise<void> =>
  sendOrderMail(db, link, order, () => returnRefusedText(order, refused));

export const returnRefusedText = (order: MailedOrder, { lines, answer }: Refused): OrderText => ({
  kind: 'order-return-refused',
  title: t('About the return of your items'),
  paragraphs: [
    t('We did not accept the return of these items of order {number}:', { number: orderNumber(order.id) }),
    namesOf(order, lines),
    answer,
  ],
});

type Accepted = {
  readonly lines: readonly Pieces[];
  readonly priceMinor: bigint;
  readonly refundMinor: bigint;
  readonly reason: string;
  /** The providers of the payments that get the refund. */
  readonly sources: readonly string[];
};

export const sendReturnAccepted = (db: Db, link: OrderLink, order: OrderRecord, accepted: Accepted): Promise<void> =>
  sendOrderMail(db, link, order, () => returnAcceptedText(order, accepted));

export function returnAcceptedText(
  order: MailedOrder,
  { lines, priceMinor, refundMinor, reason, sources }: Accepted,
): OrderText {
  const amount = (minor: bigint) => moneyText(money(minor, order.currency));
  return {
    kind: 'order-return-accepted',
    title: t('We accepted your return'),
    paragraphs: [
      t('We received and inspected these items of order {number}:', { number: orderNumber(order.id) }),
      namesOf(order, lines),
      ...(refundMinor < priceMinor
        ? [
            t('We refund {refund} of their price of {price}: {reason}', {
              refund: amount(refundMinor),
              price: amount(priceMinor),
              reason,
            }),
          ]
        : []),
      ...(refundMinor > 0n
        ? [refundSentence(order, refundMinor, refundTarget(order, sources)), creditNoteSentence(order)]
        : []),
    ],
  };
}
