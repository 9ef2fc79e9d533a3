import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';

export const vehiclesOf = (db: Db, userId: number) =>
  db
    .selectFrom('garage_vehicles')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`handed_over_at is not null`)
    .orderBy('id')
    .execute();
export type VehicleRow = Awaited<ReturnType<typeof vehiclesOf>>[number];

export const ownVehicle = (db: Db, userId: number, id: number): Promise<VehicleRow | undefined> =>
  db.selectFrom('garage_vehicles').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

/** Locked until the end of the transaction, so that check and write are atomic. */
export const lockOwnVehicle = (db: Db, userId: number, id: number): Promise<VehicleRow | undefined> =>
  db
    .selectFrom('garage_vehicles')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** Locks a car that its owner may change: one that was handed over is a record only. */
export async function lockLiveVehicle(db: Db, userId: number, id: number): Promise<VehicleRow> {
  const car = await lockOwnVehicle(db, userId, id);
  if (!car) throw new Refusal('not_found');
  if (car.handed_over_at)
    throw new Refusal('conflict', { message: 'This car was handed over and can no longer be changed.' });
  return car;
}

/** Serializes additions to a garage, whose size is limited. */
export async function lockGarage(db: Db, userId: number): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from garage_vehicles where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

type RecordKind = 'request' | 'purchase' | 'log' | 'ticket' | 'note' | 'tune' | 'dyno' | 'change' | 'handover';
export type FoundRecord = {
  readonly vehicle_id: number;
  readonly kind: RecordKind;
  readonly ref: string;
  readonly at: Date;
  readonly title: string;
  readonly detail: string;
  readonly state: string | null;
  readonly tool: string | null;
  readonly attached: boolean;
};

/** What belongs to these cars, newest first. */
export async function recordsOf(db: Db, ids: readonly number[]): Promise<FoundRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRecord>`
    select v.id as vehicle_id, r.* from unnest(${ids}::int[]) v (id), garage_records(v.id) r
    order by r.at desc, r.kind, r.ref`.execute(db);
  return rows;
}
