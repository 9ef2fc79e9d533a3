import { nextStates } from '@tuneport/domain/states/machine';
import { rentalMachine } from '@tuneport/domain/store/rental-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import type { RentalRow } from './rental-queries.ts';

/** One step of a rental that is locked. A refusal names the states that can follow. */
export const stepRental = defineStep<RentalRow, { userId: number | null }>()({
  machine: rentalMachine,
  table: 'rentals',
  refuse: ({ state }) => new Refusal('invalid_transition', { allowed: nextStates(rentalMachine, state) }),
  history: {
    table: 'rental_events',
    values(taken) {
      const { event: _, ...row } = historyRow(taken);
      return { rental_id: taken.row.id, ...row, note: taken.reason, transfer_id: taken.transferId };
    },
  },
});

/** A history row that is not a state change. */
export const noteRental = (db: Db, row: RentalRow, event: { actorId: number | null; now: Date; note: string }) =>
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
