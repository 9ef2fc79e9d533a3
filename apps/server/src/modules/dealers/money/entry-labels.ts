import { creditDealNumber } from '@tuneport/domain/dealers/credit-deal-states';
import { lineDisputeNumber } from '@tuneport/domain/ledger/line-dispute-states';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { msg, t } from '@tuneport/domain/text/text';
import { valueTransferNumber } from '@tuneport/domain/tuning/value-transfer-states';
import { withLanguage } from '../../../platform/texts.ts';

/** The first line of a statement whose opening balance changed after the one before was issued. */
export const bookedLate = msg('Booked late for an earlier period');

/** A ledger transfer as a line that a dealer reads. */
export function entryLabel({ kind, subject, memo, reason }: LabelledEntry): string {
  const [of = '', id = ''] = subject.split(':');
  const number = /^\d+$/.test(id) ? Number(id) : 0;
  const isReversed = kind.endsWith('dispute-lost');
  const isRefund = kind.includes('refund') || kind.includes('returned');
  const label = saleLabel(of, number, isRefund);
  if (label) return isReversed ? t('{entry}, reversed by the bank', { entry: label }) : label;
  if (of === 'trade-in') return t('Trade-in');
  if (of === 'line-dispute') return t('Correction after dispute {number}', { number: lineDisputeNumber(number) });
  if (of === 'value-transfer') return t('Value transfer {number}', { number: valueTransferNumber(number) });
  if (of === 'payout') return t('Earnings used for the balance');
  return reason ?? memo ?? t('Correction');
}

function saleLabel(of: string, id: number, isRefund: boolean): string | null {
  if (of === 'order' || of === 'order-account') {
    const order = { number: orderNumber(id) };
    return isRefund ? t('Refund of order {number}', order) : t('Order {number}', order);
  }
  if (of === 'purchase' || of === 'purchase-account') {
    const purchase = { number: purchaseNumber(id) };
    return isRefund ? t('Refund of tunes {number}', purchase) : t('Tunes {number}', purchase);
  }
  if (of === 'dealer-payment') {
    const payment = { number: `DP-${String(id).padStart(6, '0')}` };
    return isRefund ? t('Refund of payment {number}', payment) : t('Payment {number}', payment);
  }
  if (of === 'credit-deal') {
    const deal = { number: creditDealNumber(id) };
    return isRefund ? t('Refund of credit deal {number}', deal) : t('Credit deal {number}', deal);
  }
  return null;
}

type LabelledEntry = {
  readonly kind: string;
  readonly subject: string;
  readonly memo: string | null;
  readonly reason: string | null;
};

/** The kinds that change a label. Kind, memo and reason of an entry are not part of a statement. */
const labelKinds = ['', 'refund', 'dispute-lost', 'refund.dispute-lost'];

/**
 * The label of an issued statement in the language of the reader. The statement keeps its English label, which
 * identifies the kind of the entry; text typed by staff is not translated.
 */
export function shownLabel({ subject, label }: { readonly subject: string; readonly label: string }): string {
  if (label === bookedLate) return t(bookedLate);
  const entries = labelKinds.map((kind) => ({ kind, subject, memo: null, reason: null }));
  const same = withLanguage('en', () => entries.find((entry) => entryLabel(entry) === label));
  return same ? entryLabel(same) : label;
}
