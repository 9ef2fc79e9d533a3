import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
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

/** The credit note of a refund, in the transaction that posts it, so that a number is never left without its note. */
export async function issueCreditNote(db: Db, { id, amount }: Refund, credited: Credited): Promise<void> {
  const taxMinor = credited.legs.reduce(
    (sum, { account, amountMinor }) => (account.kind === 'tax' ? sum + amountMinor : sum),
    0n,
  );
  await db
    .insertInto('credit_notes')
    .values({
      id: sql<number>`next_document_no('credit-note')`,
      refund_id: id,
      sale: credited.sale,
      sale_id: credited.id,
      issued_at: credited.now,
      currency: amount.currency,
      amount_minor: amount.amountMinor,
      tax_minor: taxMinor,
      lines: JSON.stringify(credited.lines),
    })
    .execute();
}
