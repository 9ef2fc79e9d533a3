import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { canStep, maySteps } from '@tuneport/domain/states/steps';
import { type RentalState, rentalSteps } from '@tuneport/domain/store/rental-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { RentalRow } from './rental-queries.ts';

type Columns = Partial<
  Pick<
    RentalRow,
    | 'deposit_paid_at'
    | 'location_id'
    | 'out_at'
    | 'due_at'
    | 'returned_at'
    | 'reminded_at'
    | 'late_fee_minor'
    | 'damage_minor'
    | 'taken_minor'
    | 'rest_minor'
  >
>;
export type RentalStep = {
  readonly to: RentalState;
  readonly actorId: number | null;
  readonly now: Date;
  readonly note?: string;
  readonly change?: Columns;
  readonly transferId?: bigint | null;
};

/** Performs one transition of a locked rental and writes its history row; other transitions are rejected. */
export async function stepRental(db: Db, row: RentalRow, step: RentalStep): Promise<void> {
  requireStep(row, step.to);
  await db
    .updateTable('rentals')
    .set({ ...step.change, state: step.to, updated_at: nextUpdatedAt(row.updated_at, step.now) })
    .where('id', '=', row.id)
    .execute();
  await db
    .insertInto('rental_events')
    .values({
      rental_id: row.id,
      at: step.now,
      from_state: row.state,
      to_state: step.to,
      actor_id: step.actorId,
      note: step.note ?? '',
      transfer_id: step.transferId ?? null,
    })
    .execute();
}

/** Adds a history note without changing the state. */
export const noteRental = (db: Db, row: RentalRow, event: { actorId: number; now: Date; note: string }) =>
  db
    .insertInto('rental_events')
    .values({
      rental_id: row.id,
      at: event.now,
      from_state: row.state,
      to_state: row.state,
      actor_id: event.actorId,
      note: event.note,
    })
    .execute();

export function requireStep(row: RentalRow, to: RentalState): void {
  if (!canStep(rentalSteps, row.state, to))
    throw new Refusal('invalid_transition', { allowed: maySteps(rentalSteps, row.state) });
}
