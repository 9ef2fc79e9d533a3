import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { creditNoteNumber } from '@tuneport/domain/payments/document-numbers';
import type { Db } from '../../../platform/db/db.ts';

type Listed = { id: number; issued_at: Date; amount_minor: bigint; currency: string; cancels: number | null };

export const presentListedNote = (row: Listed) => ({
  id: row.id,
  number: creditNoteNumber(row.id),
  issued_at: row.issued_at,
  total: toWire(money(row.cancels === null ? row.amount_minor : -row.amount_minor, row.currency as Currency)),
});

export const creditNoteById = (db: Db, id: number) =>
  db.selectFrom('credit_notes').selectAll().where('id', '=', id).executeTakeFirst();

export type CreditedSale = 'order' | 'purchase' | 'deal';

/** The credit notes of one sale, as its invoice lists them. */
export const creditNotesOf = async (db: Db, sale: CreditedSale, saleId: number) =>
  (
    await db
      .selectFrom('credit_notes')
      .select(['id', 'issued_at', 'amount_minor', 'currency', 'cancels'])
      .where('sale', '=', sale)
      .where('sale_id', '=', saleId)
      .orderBy('id')
      .execute()
  ).map(presentListedNote);
