import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import type { Db } from '../../../platform/db/db.ts';

export const creditNoteNumber = (id: number): string => `CN-${String(id).padStart(6, '0')}`;

export const presentListedNote = (row: { id: number; issued_at: Date; amount_minor: bigint; currency: string }) => ({
  id: row.id,
  number: creditNoteNumber(row.id),
  issued_at: row.issued_at,
  total: toWire(money(row.amount_minor, row.currency as Currency)),
});

export const creditNoteById = (db: Db, id: number) =>
  db.selectFrom('credit_notes').selectAll().where('id', '=', id).executeTakeFirst();

/** The credit notes of one sale, as its invoice lists them. */
export const creditNotesOf = async (db: Db, sale: 'order' | 'purchase', saleId: number) =>
  (
    await db
      .selectFrom('credit_notes')
      .select(['id', 'issued_at', 'amount_minor', 'currency'])
      .where('sale', '=', sale)
      .where('sale_id', '=', saleId)
      .orderBy('id')
      .execute()
  ).map(presentListedNote);
