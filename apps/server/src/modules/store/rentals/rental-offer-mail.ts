import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { plural, t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { OrderRecord } from '../orders/order-record.ts';

type Offered = Pick<OrderRecord, 'id' | 'currency' | 'total_minor' | 'expires_at'> & {
  readonly lines: readonly Pick<OrderRecord['lines'][number], 'quantity' | 'name'>[];
};

/** Asks the customer to pay a rental that staff arranged. The page needs their login, so the link is not a secret. */
export const sendRentalOffer = (db: Db, origin: string, order: OrderRecord, days: number): Promise<unknown> =>
  queueMail(db, {
    to: order.email,
    owner: order.user_id,
    secrets: [],
    message: () => rentalOfferMessage(origin, order, days),
    toOther: true,
  });

export function rentalOfferMessage(origin: string, order: Offered, days: number) {
  const title = t('Your rental is reserved');
  return mailMessage('rental-offer', {
    subject: `${title} (${orderNumber(order.id)})`,
    title,
    paragraphs: [
      t('Hello,'),
      `${order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join('\n')}, ${plural(days, { one: '{count} day', other: '{count} days' })}`,
      t('We reserved this tool for you until {date}. Log in and pay {total} to rent it.', {
        date: dayLabel(new Date(order.expires_at)),
        total: moneyText(money(BigInt(order.total_minor), order.currency as Currency)),
      }),
    ],
    button: { label: t('Pay for the rental'), url: `${pagesOf(origin)}/profile/orders/${order.id}/pay` },
  });
}
