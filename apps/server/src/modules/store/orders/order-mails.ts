import { money, moneyText } from '@tuneport/domain/money';
import { orderNumber } from '@tuneport/domain/order-states';
import type { Db } from '../../../platform/db/db.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import type { OrderRecord } from './order-record.ts';

export const orderInvoicePath = (id: number, token: string) => `/profile/orders/${id}/${token}/invoice`;

/**
 * What was bought, what it cost and what happens next. Names and addresses are on the invoice behind the link and not in the mail: a
 * guest may have typed anything, and any e-mail address.
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
