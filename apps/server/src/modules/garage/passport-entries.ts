import { randomUUID } from 'node:crypto';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { lockLiveVehicle } from './queries.ts';

const entriesMax = 1000;

type Input = {
  readonly kind: 'dyno' | 'note';
  readonly title: string;
  readonly detail: string;
  readonly day: string;
  readonly power_hp: number | null;
  readonly torque_nm: number | null;
};

export async function addEntry(db: Db, userId: number, vehicleId: number, input: Input, now: Date) {
  const { day, power_hp, torque_nm, ...entry } = input;
  const at = new Date(`${day}T12:00:00Z`);
  // In some time zones it is already tomorrow.
  if (at.getTime() > now.getTime() + dayMs) throw fieldRefusal({ day: ['Enter a day that is not in the future.'] });
  if (input.kind === 'dyno' && power_hp === null && torque_nm === null)
    throw fieldRefusal({ power_hp: ['Enter power or torque.'] });
  await lockLiveVehicle(db, userId, vehicleId);
  const { count } = await db
    .selectFrom('vehicle_records')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= entriesMax)
    throw new Refusal('conflict', { message: `A car can have at most ${entriesMax} entries. Delete one first.` });
  const figures = input.kind === 'dyno' ? { power_hp, torque_nm } : {};
  return db
    .insertInto('vehicle_records')
    .values({ ...entry, ...figures, vehicle_id: vehicleId, ref: randomUUID(), at, added_by: userId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function removeEntry(db: Db, userId: number, vehicleId: number, entryId: number): Promise<void> {
  await lockLiveVehicle(db, userId, vehicleId);
  const gone = await db
    .deleteFrom('vehicle_records')
    .where('id', '=', entryId)
    .where('vehicle_id', '=', vehicleId)
    .where('kind', 'in', ['dyno', 'note'])
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw new Refusal('not_found');
}

/** Changed details are part of the history. The VIN itself is not, because notes are shared and handed over. */
export async function recordChanges(
  db: Db,
  vehicleId: number,
  changes: readonly { readonly name: 'vin' | 'car' | 'tool'; readonly detail: string }[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ name, detail }) => ({
    vehicle_id: vehicleId,
    kind: 'change',
    ref: randomUUID(),
    title: name,
    detail,
    at: now,
    created_at: now,
  }));
  await db.insertInto('vehicle_records').values(rows).execute();
}
