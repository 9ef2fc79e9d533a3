import { money, moneyText } from '@tuneport/domain/money/money';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import type { Db } from '../../../platform/db/db.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { shortName } from '../../../platform/mail/typed-text.ts';
import type { Purchase, PurchaseLine } from './purchase-record.ts';

export const purchaseInvoicePath = (id: number, token: string) => `/profile/purchases/${id}/${token}/invoice`;

const balanceNames: Readonly<Record<string, string>> = {
  account: 'Charged to the dealer’s account',
  prepaid: 'Prepaid balance',
};

/**
 * What was bought, its price and what to do next. The buyer may have entered any address, so names appear only on the
 * invoice.
 */
export async function sendPurchaseMail(
  db: Db,
  origin: string,
  purchase: Purchase,
  lines: readonly PurchaseLine[],
  token: string,
): Promise<void> {
  const amount = (minor: bigint) => moneyText(money(minor, purchase.currency));
  const number = purchaseNumber(purchase.id);
  const sums = [
    ...(purchase.credit_minor > 0n ? [`Paid with tune credits: ${amount(purchase.credit_minor)}`] : []),
    ...purchase.taxes.map(({ name, percent, amount_minor }) => `${name} ${percent} %: ${amount(BigInt(amount_minor))}`),
    `Total: ${amount(purchase.total_minor)}`,
    ...(purchase.account_minor > 0n
      ? [`${balanceNames[purchase.balance_source]}: ${amount(purchase.account_minor)}`]
      : []),
    ...(purchase.card_minor > 0n && purchase.account_minor > 0n ? [`By card: ${amount(purchase.card_minor)}`] : []),
  ];
  await queueMail(db, {
    kind: 'purchase-confirmation',
    secrets: [token],
    to: purchase.email,
    subject: `Your tunes ${number}`,
    ...mail({
      title: 'Thank you for your purchase',
      paragraphs: [
        'Hello,',
        purchase.state === 'delivered'
          ? `${number} is paid. Your tune credits are on your account: ${origin}/profile/credits.`
          : purchase.request_id === null
            ? `${number} is paid. Next, send us the file of your car: ${origin}/tuning. We start as soon as we have it.`
            : `${number} is paid, and we are continuing with your request.`,
        [shortName(purchase.vehicle), ...lines.map(({ label, net_minor }) => `${label}: ${amount(net_minor)}`)].join(
          '\n',
        ),
        sums.join('\n'),
      ],
      button: { label: 'Open the invoice', url: `${origin}${purchaseInvoicePath(purchase.id, token)}` },
    }),
  });
}
