import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import type { Currency, Money } from '@tuneport/domain/money/money';
import type { Paid } from '@tuneport/domain/purchases/purchase-money';
import { type Insertable, sql } from 'kysely';
import type { CreditNotes } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Refund } from '../../payments/index.ts';

export type CreditedLine = { readonly name: string; readonly quantity: number };

type Credited = {
  readonly sale: 'order' | 'purchase';
  readonly id: number;
  /** The postings of the refund, which say how much of it is tax. */
  readonly legs: readonly Leg[];
  readonly lines: readonly CreditedLine[];
  readonly now: Date;
};

/** Runs in the transaction that posts the credited amount, so that a rollback leaves no gap in the numbers. */
const insertNote = (db: Db, row: Omit<Insertable<CreditNotes>, 'id'>) =>
  db
    .insertInto('credit_notes')
    .values({ id: sql<number>`next_document_no('credit-note')`, ...row })
    .execute();

/** Issues the credit note of a refunded order or purchase. */
export async function issueRefundCreditNote(db: Db, { id, amount }: Refund, credited: Credited): Promise<void> {
  const taxMinor = credited.legs.reduce(
    (sum, { account, amountMinor }) => (account.kind === 'tax' ? sum + amountMinor : sum),
    0n,
  );
  await insertNote(db, {
    refund_id: id,
    sale: credited.sale,
    sale_id: credited.id,
    issued_at: credited.now,
    currency: amount.currency,
    amount_minor: amount.amountMinor,
    tax_minor: taxMinor,
    lines: JSON.stringify(credited.lines),
  });
}

type MovedValue = {
  readonly transferId: number;
  readonly purchase: { readonly id: number; readonly currency: Currency };
  readonly moved: Paid;
  readonly feeMinor: bigint;
  readonly now: Date;
};

/** Issues the credit note for value that a transfer moves out of a purchase. The fee is deducted from that value. */
export async function issueTransferCreditNote(
  db: Db,
  { transferId, purchase, moved, feeMinor, now }: MovedValue,
): Promise<void> {
  await insertNote(db, {
    value_transfer_id: transferId,
    sale: 'purchase',
    sale_id: purchase.id,
    issued_at: now,
    currency: purchase.currency,
    amount_minor: moved.netMinor + moved.taxMinor,
    tax_minor: moved.taxMinor,
    fee_minor: feeMinor,
  });
}

/** Cancels the credit note of a transfer that was undone, with another note of the series. */
export async function cancelTransferCreditNote(db: Db, transferId: number, now: Date): Promise<void> {
  const note = await db
    .selectFrom('credit_notes')
    .selectAll()
    .where('value_transfer_id', '=', transferId)
    .where('cancels', 'is', null)
    .executeTakeFirst();
  if (!note) throw new Error(`value transfer ${transferId} has no credit note`);
  const { id, lines, ...same } = note;
  await insertNote(db, { ...same, lines: JSON.stringify(lines), cancels: id, issued_at: now });
}

type DealRefund = {
  readonly amount: Money;
  readonly netMinor: bigint;
  /** Null if the refund lowers the balance of an account, without a payment. */
  readonly refundId: number | null;
  readonly now: Date;
};

/** Issues the credit note for unused tune credits of a deal. Deals paid before deals had invoices get none. */
export async function issueDealCreditNote(
  db: Db,
  deal: { readonly id: number; readonly invoice_no: number | null },
  { amount, netMinor, refundId, now }: DealRefund,
): Promise<void> {
  if (deal.invoice_no === null) return;
  await insertNote(db, {
    refund_id: refundId,
    sale: 'deal',
    sale_id: deal.id,
    issued_at: now,
    currency: amount.currency,
    amount_minor: amount.amountMinor,
    tax_minor: amount.amountMinor - netMinor,
  });
}
