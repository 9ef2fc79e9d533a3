import type { BalanceSource } from '../store/tenders.ts';
import { t } from '../text/text.ts';

export const paymentMeans = ['card', 'account', 'prepaid'] as const satisfies readonly ('card' | BalanceSource)[];
export type PaymentMeans = (typeof paymentMeans)[number];

/** Captured money of a sale. `withheldMinor`: the part that the payer's bank holds or has taken back. */
export type CapturedPart = {
  readonly means: PaymentMeans;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
};

/**
 * How an invoice was paid. What was not captured is due. Otherwise what is charged to an account is owed with the
 * balance of that account, and who keeps disputed money is not known: then the invoice names no amount due.
 */
export function invoicePayment(
  totalMinor: bigint,
  parts: readonly CapturedPart[],
): { readonly parts: readonly CapturedPart[]; readonly withheldMinor: bigint; readonly dueMinor: bigint | null } {
  const sum = (of: (part: CapturedPart) => bigint) => parts.reduce((all, part) => all + of(part), 0n);
  const withheldMinor = sum((part) => part.withheldMinor);
  const leftMinor = totalMinor - sum((part) => part.amountMinor);
  if (leftMinor > 0n) return { parts, withheldMinor, dueMinor: leftMinor };
  const isPaidForGood = totalMinor > 0n && withheldMinor === 0n && parts.every(({ means }) => means !== 'account');
  return { parts, withheldMinor, dueMinor: isPaidForGood ? 0n : null };
}

type Amount = { readonly amount: string };
type ShownPayment = {
  readonly parts: readonly { readonly means: PaymentMeans; readonly amount: Amount }[];
  readonly withheld: Amount;
  readonly due: Amount | null;
};
type Row = readonly [label: string, amount: string];

function partLabel(means: PaymentMeans, date: string, transfer: string | null): string {
  if (means === 'card') return t('Paid on {date} by card', { date });
  if (means === 'account') return t('Charged to the account on {date}', { date });
  return transfer === null
    ? t('Paid on {date} from the prepaid balance', { date })
    : t('Paid on {date} from the prepaid balance, {number}', { date, number: transfer });
}

/** Below the total of an invoice. `transfer` is the value transfer whose prepaid money paid. */
export const paidRows = ({ parts }: ShownPayment, date: string, transfer: string | null = null): readonly Row[] =>
  parts.map(({ means, amount }) => [partLabel(means, date, transfer), amount.amount]);

/** The last rows of an invoice, below what was refunded. */
export const dueRows = ({ withheld, due }: ShownPayment): readonly Row[] => [
  ...(/[1-9]/.test(withheld.amount) ? [[t('Held or taken back by the bank'), withheld.amount] as const] : []),
  ...(due === null ? [] : [[t('Still due'), due.amount] as const]),
];
