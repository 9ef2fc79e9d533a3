import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import {
  lateFeeMinor,
  type RentalState,
  rentalSentences,
  staffRentalSteps,
} from '@tuneport/domain/store/rental-states';
import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { backOfDeposit, type RentalRow, rentalById, rentalHistory } from './rental-queries.ts';

/** The current state and next step; the text about the deposit depends on how much of it was retained. */
export function sentenceOf(
  row: Pick<RentalRow, 'state' | 'rest_minor' | 'rest_paid_at' | 'taken_minor' | 'deposit_minor'>,
): string {
  if (row.rest_minor > 0n && row.rest_paid_at === null)
    return t('The tool was returned. Damage and late fees exceeded the deposit, and the rest is due.');
  if (row.state === 'closed' && row.taken_minor > 0n && row.taken_minor >= row.deposit_minor)
    return t('Done. The deposit was kept for damage and late fees.');
  return t(rentalSentences[row.state as RentalState]);
}

export function presentRental(row: RentalRow) {
  const amount = (minor: bigint) => toWire(money(minor, row.currency as Currency));
  return {
    id: row.id,
    kind: row.kind as 'rental' | 'loan',
    state: row.state as RentalState,
    sentence: sentenceOf(row),
    product: { slug: row.product_slug, name: row.product_name },
    quantity: row.quantity,
    days: row.days,
    rent: amount(rentPaid(row)),
    deposit: amount(row.deposit_minor),
    deposit_due: row.state === 'reserved',
    taken: amount(row.taken_minor),
    rest: amount(row.rest_minor),
    rest_due: row.rest_minor > 0n && row.rest_paid_at === null,
    order_id: row.order_id,
    order_number: orderNumber(row.order_id),
    out_at: row.out_at,
    due_at: row.due_at,
    returned_at: row.returned_at,
  };
}

/** What the customer paid for the rental, with the tax that its price contained. */
const rentPaid = (row: RentalRow): bigint => row.rent_minor + (row.reverse_charge ? 0n : row.contained_minor);

/** The late fee if the tool were returned at this time. */
export const lateFeeAt = (row: RentalRow, at: Date): bigint =>
  row.due_at === null ? 0n : lateFeeMinor(rentPaid(row), row.days, row.due_at, row.returned_at ?? at);

export async function presentRentalRecord(db: Db, id: number, now: Date) {
  const row = await rentalById(db, id);
  if (!row) throw new Refusal('not_found');
  const paidBy = (subject: string) =>
    db
      .selectFrom('payments')
      .select('id')
      .where('subject', '=', subject)
      .where('captured_minor', '>', 0n)
      .executeTakeFirst();
  const [history, back, transaction, deposit] = await Promise.all([
    rentalHistory(db, id),
    backOfDeposit(db, id),
    paidBy(`order:${row.order_id}`),
    paidBy(`rental:${id}`),
  ]);
  const amount = (minor: bigint) => toWire(money(minor, row.currency as Currency));
  const heldMinor = row.deposit_paid_at === null ? 0n : row.deposit_minor - back;
  const owedMinor = row.late_fee_minor + row.damage_minor;
  return {
    ...presentRental(row),
    uncovered: amount(row.state === 'inspected' && owedMinor > heldMinor ? owedMinor - heldMinor : 0n),
    full_name: row.full_name,
    email: row.email,
    late_fee: amount(row.late_fee_minor),
    damage: amount(row.damage_minor),
    late_fee_now: amount(lateFeeAt(row, now)),
    location: row.location_slug === null ? null : { slug: row.location_slug, name: row.location_name ?? '' },
    transaction_id: transaction?.id ?? null,
    deposit_transaction_id: deposit?.id ?? null,
    next: [...staffRentalSteps(row.state)],
    updated_at: row.updated_at,
    history: history.map(({ to_state, transfer_id, ...event }) => ({
      ...event,
      state: to_state as RentalState,
      transfer_id: transfer_id === null ? null : String(transfer_id),
    })),
  };
}
