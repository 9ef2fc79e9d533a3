import { money, moneyText } from '@tuneport/domain/money/money';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { taxRows } from '@tuneport/domain/store/tax/tax-labels';
import { labelled, msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../platform/db/db.ts';
import { pagesOf } from '../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../platform/mail/queue.ts';
import { shortName } from '../../platform/mail/typed-text.ts';
import { hashToken, newToken } from '../identity/index.ts';
import { creditNoteSentence, invoiceSentence, refundSentence } from '../store/index.ts';
import { storeToken } from './purchase-queries.ts';
import type { Purchase, PurchaseLine } from './purchase-record.ts';

export const purchaseInvoicePath = (id: number, token: string) => `/profile/purchases/${id}/${token}/invoice`;

const purchasesPage = '/profile/purchases';

const balanceNames: Readonly<Record<string, string>> = {
  account: msg('Charged to the dealer’s account'),
  prepaid: msg('Prepaid balance'),
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
  toGuest: boolean,
): Promise<void> {
  await queueMail(db, {
    to: purchase.email,
    owner: purchase.user_id,
    secrets: [token],
    message: () => purchaseMessage(origin, purchase, lines, token, toGuest),
  });
}

type MailedPurchase = Pick<
  Purchase,
  | 'id'
  | 'region'
  | 'invoice_no'
  | 'currency'
  | 'state'
  | 'request_id'
  | 'vehicle'
  | 'credit_minor'
  | 'taxes'
  | 'tax_included'
  | 'reverse_charge'
  | 'contained_minor'
  | 'total_minor'
  | 'account_minor'
  | 'balance_source'
  | 'card_minor'
>;

export function purchaseMessage(
  origin: string,
  purchase: MailedPurchase,
  lines: readonly Pick<PurchaseLine, 'label' | 'net_minor' | 'contained_minor'>[],
  token: string,
  /** Their link to send the file is in a mail of its own. */
  toGuest = false,
) {
  const amount = (minor: bigint) => moneyText(money(minor, purchase.currency));
  const number = purchaseNumber(purchase.id);
  const { credit_minor, account_minor, card_minor } = purchase;
  const paid = [
    ...(account_minor > 0n ? [labelled(t(balanceNames[purchase.balance_source] ?? ''), amount(account_minor))] : []),
    ...(card_minor > 0n && account_minor > 0n ? [t('By card: {amount}', { amount: amount(card_minor) })] : []),
  ];
  const taxes = taxRows(
    {
      ...purchase,
      tax_removed: purchase.contained_minor,
      taxes: purchase.taxes.map((tax) => ({ ...tax, amount: BigInt(tax.amount_minor) })),
    },
    amount,
  );
  return mailMessage('purchase-confirmation', {
    subject: t('Your tunes {number}', { number }),
    title: t('Thank you for your purchase'),
    paragraphs: [
      t('Hello,'),
      purchase.state === 'delivered'
        ? t('{number} is paid. Your tune credits are on your account: {url}.', {
            number,
            url: `${pagesOf(origin)}/profile/credits`,
          })
        : purchase.request_id === null && toGuest
          ? t(
              '{number} is paid. Next, send us the file of your car with the link in our other e-mail. We start as soon as we have it.',
              {
                number,
              },
            )
          : purchase.request_id === null
            ? t('{number} is paid. Next, send us the file of your car: {url}. We start as soon as we have it.', {
                number,
                url: `${pagesOf(origin)}/tuning`,
              })
            : t('{number} is paid, and we are continuing with your request.', { number }),
      shortName(purchase.vehicle),
      {
        items: lines.map(({ label, net_minor, contained_minor }) => ({
          label,
          amount: amount(net_minor + contained_minor),
        })),
        sums: [
          ...(credit_minor > 0n ? [{ label: t('Paid with tune credits'), amount: `−${amount(credit_minor)}` }] : []),
          ...taxes.above,
          { label: t('Total'), amount: amount(purchase.total_minor) },
          ...taxes.below,
        ],
      },
      ...(paid.length === 0 ? [] : [paid.join('\n')]),
      ...invoiceSentence(purchase),
    ],
    button: { label: t('Open the invoice'), url: `${pagesOf(origin)}${purchaseInvoicePath(purchase.id, token)}` },
    page: purchasesPage,
  });
}

/** `isWhole`: nothing is left of what was paid, by card or from a balance. */
type PurchaseRefund = { readonly refundMinor: bigint; readonly isWhole: boolean; readonly provider: string };

/** Staff refunded what was paid, or a part of it. */
export async function sendPurchaseRefunded(
  db: Db,
  origin: string,
  purchase: Purchase,
  refund: PurchaseRefund,
  now: Date,
) {
  const token = newToken();
  await storeToken(db, purchase.id, hashToken(token), now);
  await queueMail(db, {
    to: purchase.email,
    owner: purchase.user_id,
    secrets: [token],
    message: () => refundedMessage(origin, purchase, refund, token),
  });
}

export function refundedMessage(
  origin: string,
  purchase: Pick<Purchase, 'id' | 'currency' | 'region' | 'invoice_no'>,
  { refundMinor, isWhole, provider }: PurchaseRefund,
  token: string,
) {
  const { id, currency } = purchase;
  const source = provider === 'account' || provider === 'prepaid' ? provider : 'card';
  const number = purchaseNumber(id);
  const title = isWhole ? t('We refunded your purchase') : t('We refunded part of your purchase');
  return mailMessage('purchase-refunded', {
    subject: `${title} (${number})`,
    title,
    paragraphs: [
      t('Hello,'),
      t('This is about your tunes {number}.', { number }),
      refundSentence({ currency, balance_source: null }, refundMinor, source),
      creditNoteSentence(purchase),
    ],
    button: { label: t('Open the invoice'), url: `${pagesOf(origin)}${purchaseInvoicePath(id, token)}` },
    page: purchasesPage,
  });
}
