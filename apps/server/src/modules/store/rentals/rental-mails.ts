import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import type { RentalState } from '@tuneport/domain/store/rental-states';
import { msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { type MailMessage, mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { sentenceOf } from './present-rental.ts';
import { type RentalRow, rentalById } from './rental-queries.ts';

const titles = {
  reserved: msg('The deposit for your tool is due'),
  out: msg('Your rented tool is on its way'),
  reminder: msg('Your rented tool is due soon'),
  overdue: msg('Your rented tool is overdue'),
  returned: msg('We received your rented tool'),
  closed: msg('Your rental is complete'),
  lost: msg('Your rented tool was reported lost'),
  cancelled: msg('Your rental is cancelled'),
} as const satisfies Partial<Record<RentalState | 'reminder', string>>;
type Mailed = keyof typeof titles;
const isMailed = (what: RentalState | 'reminder'): what is Mailed => what in titles;

/** Mails to the customer during a rental; internal transitions send none. */
export async function sendRentalMail(
  db: Db,
  origin: string,
  id: number,
  what: RentalState | 'reminder',
): Promise<void> {
  const row = await rentalById(db, id);
  if (row && isMailed(what))
    await queueMail(db, {
      to: row.email,
      owner: row.user_id,
      secrets: [],
      message: () => rentalMessage(origin, row, what),
    });
}

export type MailedRental = Pick<
  RentalRow,
  | 'order_id'
  | 'state'
  | 'quantity'
  | 'product_name'
  | 'currency'
  | 'due_at'
  | 'deposit_minor'
  | 'taken_minor'
  | 'rest_minor'
  | 'rest_paid_at'
  | 'late_fee_minor'
  | 'damage_minor'
>;

export function rentalMessage(origin: string, row: MailedRental, what: Mailed): MailMessage {
  const title = t(titles[what]);
  const amount = (minor: bigint) => moneyText(money(minor, row.currency as Currency));
  const due = row.due_at && dayLabel(row.due_at);
  const left = row.deposit_minor - row.taken_minor;
  return mailMessage('rental', {
    subject: `${title} (${orderNumber(row.order_id)})`,
    title,
    paragraphs: [
      t('Hello,'),
      `${row.quantity} × ${row.product_name}. ${due && (what === 'out' || what === 'reminder') ? t('Please send it back so that it arrives by {date}.', { date: due }) : sentenceOf(row)}`,
      ...(what === 'reserved'
        ? [
            t('The deposit is {deposit}. We refund it when you return the tool.', {
              deposit: amount(row.deposit_minor),
            }),
          ]
        : []),
      ...(what === 'closed' && row.deposit_minor > 0n
        ? [
            left > 0n
              ? t('From the deposit of {deposit} we kept {kept}; we are refunding {left} to your card.', {
                  deposit: amount(row.deposit_minor),
                  kept: amount(row.taken_minor),
                  left: amount(left),
                })
              : t('We kept the full deposit of {deposit}.', { deposit: amount(row.deposit_minor) }),
          ]
        : []),
      ...(what === 'closed' && row.rest_minor > 0n
        ? [
            t(
              'Damage and late fees were {amount}, more than the deposit. Please pay the remaining {rest} on your order page.',
              { amount: amount(row.late_fee_minor + row.damage_minor), rest: amount(row.rest_minor) },
            ),
          ]
        : []),
    ],
    button: { label: t('My rentals'), url: `${pagesOf(origin)}/profile/rentals` },
  });
}
