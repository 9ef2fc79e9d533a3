import { money, moneyText } from '@tuneport/domain/money';
import { orderNumber } from '@tuneport/domain/order-states';
import type { Db } from '../../../platform/db/db.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import type { OrderRecord } from './order-record.ts';

/** What was bought, what it cost and what happens next, in the words of the page after checkout. */
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
  const to = order.shipping;
  await queueMail(db, {
    kind: 'order-confirmation',
    secrets: [token],
    to: order.email,
    subject: `Your order ${orderNumber(order.id)}`,
    ...mail({
      title: 'Thank you for your order',
      paragraphs: [
        `Hello ${order.billing.full_name},`,
        `your order ${orderNumber(order.id)} is paid. ${to ? 'We are getting it ready and write to you when it leaves.' : 'There is nothing to wait for in the post.'}`,
        things.join('\n'),
        sums.join('\n'),
        ...(to
          ? [
              `It goes to:\n${[
                to.full_name,
                to.line1,
                to.line2,
                `${to.city} ${to.state} ${to.postal_code}`.trim(),
                to.country_code,
              ]
                .filter((line) => line !== '')
                .join('\n')}`,
            ]
          : []),
      ],
      button: { label: 'Open the invoice', url: `${origin}/profile/orders/${order.id}/${token}/invoice` },
    }),
  });
}
