import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import type { RentalState } from '@tuneport/domain/store/rental-states';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { sentenceOf } from './present-rental.ts';
import { rentalById } from './rental-queries.ts';

const titles: Partial<Record<RentalState | 'reminder', string>> = {
  reserved: 'The deposit for your tool is due',
  out: 'Your rented tool is on its way',
  reminder: 'Your rented tool is due soon',
  overdue: 'Your rented tool is overdue',
  returned: 'We received your rented tool',
  closed: 'Your rental is complete',
  lost: 'Your rented tool was reported lost',
  cancelled: 'Your rental is cancelled',
};

/** Mails to the customer during a rental; internal transitions send none. */
export async function sendRentalMail(
  db: Db,
  origin: string,
  id: number,
  what: RentalState | 'reminder',
): Promise<void> {
  const row = await rentalById(db, id);
  const title = titles[what];
  if (!row || !title) return;
  const amount = (minor: bigint) => moneyText(money(minor, row.currency as Currency));
  const due = row.due_at && dayLabel(row.due_at);
  const left = row.deposit_minor - row.taken_minor;
  await queueMail(db, {
    kind: 'rental',
    secrets: [],
    to: row.email,
    subject: `${title} (${orderNumber(row.order_id)})`,
    ...mail({
      title,
      paragraphs: [
        'Hello,',
        `${row.quantity} × ${row.product_name}. ${what === 'reminder' ? `Please send it back so that it arrives by ${due}.` : sentenceOf(row)}`,
        ...(what === 'reserved'
          ? [`The deposit is ${amount(row.deposit_minor)}. We refund it when you return the tool.`]
          : []),
        ...(what === 'out' && due ? [`You have it until ${due}.`] : []),
        ...(what === 'closed' && row.deposit_minor > 0n
          ? [
              left > 0n
                ? `From the deposit of ${amount(row.deposit_minor)} we kept ${amount(row.taken_minor)}; we are refunding ${amount(left)} to your card.`
                : `We kept the full deposit of ${amount(row.deposit_minor)}.`,
            ]
          : []),
        ...(what === 'closed' && row.rest_minor > 0n
          ? [
              `Damage and late fees were ${amount(row.late_fee_minor + row.damage_minor)}, more than the deposit. Please pay the remaining ${amount(row.rest_minor)} on your order page.`,
            ]
          : []),
      ],
      button: { label: 'My rentals', url: `${origin}/profile/rentals` },
    }),
  });
}
