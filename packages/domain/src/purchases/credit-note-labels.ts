import { t } from '../text/text.ts';

type Note = {
  readonly lines: readonly { readonly name: string; readonly quantity: number }[];
  readonly invoice: { readonly number: string };
  readonly cancels: string | null;
  readonly moved: {
    readonly by: string;
    readonly fee: { readonly amount: string };
    readonly prepaid: { readonly amount: string };
  } | null;
};

/** What a credit note is for, when it names no item of the sale. */
function creditedReason({ invoice, cancels, moved }: Note): string {
  if (cancels !== null) return t('Cancellation of credit note {number}', { number: cancels });
  return moved
    ? t('Value transfer {number}', { number: moved.by })
    : t('Refund of invoice {number}', { number: invoice.number });
}

export const creditedItems = (note: Note): Note['lines'] =>
  note.lines.length > 0 ? note.lines : [{ name: creditedReason(note), quantity: 1 }];

/** Below the total: where moved value went. */
export const movedRows = ({ moved }: Note): readonly (readonly [label: string, amount: string])[] =>
  moved
    ? [
        ...(/[1-9]/.test(moved.fee.amount) ? [[t('Transfer fee, not taxed'), moved.fee.amount] as const] : []),
        [t('Added to the prepaid balance'), moved.prepaid.amount],
      ]
    : [];
