import { randomBytes } from 'node:crypto';
import { creditCode, creditCodeBytes, readCreditCode } from '@tuneport/domain/credits/credit-codes';
import { handoverDays, handoverMachine } from '@tuneport/domain/garage/handover-states';
import type { StateOf } from '@tuneport/domain/states/machine';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { type Actor, type AuditActor, signedIn } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../platform/jobs/for-each-isolated.ts';
import { Refusal } from '../../platform/refusal.ts';
import { system, writeAudit } from '../audit/index.ts';
import { hashToken, ownsAddress } from '../identity/index.ts';
import { defineStep, historyRow } from '../states/index.ts';
import { mailHandover } from './hand-over-mails.ts';
import { lockGarage, lockLiveVehicle, lockOwnVehicle, type VehicleRow } from './queries.ts';
import { requireRoom } from './save-vehicle.ts';
import { endSharesOf } from './share-passport.ts';

const byId = (db: Db, id: number) =>
  db.selectFrom('vehicle_transfers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
type TransferRow = NonNullable<Awaited<ReturnType<typeof byId>>>;

/** A code that was used, withdrawn, has expired or never existed looks the same. */
const invalidCode = () =>
  new Refusal('not_found', { message: 'This code is not valid. Check it, or ask the owner of the car for a new one.' });

const moveTransfer = defineStep<TransferRow, AuditActor>()({
  machine: handoverMachine,
  table: 'vehicle_transfers',
  lock: byId,
  refuse: invalidCode,
  columns: () => ({ email: null }),
  history: {
    table: 'vehicle_transfer_events',
    values: (taken) => ({ transfer_id: taken.row.id, ...historyRow(taken) }),
  },
  audit: ({ row, step }) => ({
    act: `garage.${step.event}-handover`,
    subject: `vehicle:${row.vehicle_id}`,
    detail: { handover: row.id },
  }),
});

/** The newest hand-over of a car. */
export async function handoverOf(db: Db, vehicleId: number, now: Date) {
  const row = await db
    .selectFrom('vehicle_transfers')
    .select(['state', 'email', 'created_at', 'expires_at'])
    .where('vehicle_id', '=', vehicleId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const isOver = row.state === 'offered' && row.expires_at <= now;
  return { ...row, state: (isOver ? 'expired' : row.state) as StateOf<typeof handoverMachine> };
}

const openTransferOf = (db: Db, vehicleId: number) =>
  db
    .selectFrom('vehicle_transfers')
    .selectAll()
    .where('vehicle_id', '=', vehicleId)
    .where('state', '=', 'offered')
    .forUpdate()
    .executeTakeFirst();

/** The code is returned once; the table has its hash. */
export async function offerHandover(db: Db, actor: Actor, vehicleId: number, email: string | null, now: Date) {
  const { userId } = signedIn(actor);
  await lockLiveVehicle(db, userId, vehicleId);
  const open = await openTransferOf(db, vehicleId);
  if (open && open.expires_at > now)
    throw new Refusal('conflict', { message: 'This car already has a hand-over code. Withdraw it first.' });
  if (open) await moveTransfer({ db, now }, open, 'expire', system);
  const code = creditCode(randomBytes(creditCodeBytes));
  const row = await db
    .insertInto('vehicle_transfers')
    .values({
      vehicle_id: vehicleId,
      from_user_id: userId,
      code_hash: hashToken(code),
      email,
      expires_at: new Date(now.getTime() + handoverDays * dayMs),
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'email', 'created_at', 'expires_at'])
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'garage.offer-handover', `vehicle:${vehicleId}`, {
    handover: row.id,
    bound: email !== null,
  });
  const { created_at, expires_at } = row;
  return { state: 'offered' as const, email, created_at, expires_at, code };
}

export async function cancelHandover(db: Db, actor: Actor, vehicleId: number, now: Date): Promise<void> {
  const car = await lockOwnVehicle(db, signedIn(actor).userId, vehicleId);
  const open = car && (await openTransferOf(db, vehicleId));
  if (!open) throw new Refusal('not_found');
  await moveTransfer({ db, now }, open, 'cancel', actor);
}

/** Locks the garage of the new owner, the car and the code, in this order. */
async function openHandover(db: Db, userId: number, typed: string, now: Date) {
  const code = readCreditCode(typed);
  if (code === null) throw invalidCode();
  const found = await db
    .selectFrom('vehicle_transfers')
    .select(['id', 'vehicle_id'])
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  if (!found) throw invalidCode();
  const count = await lockGarage(db, userId);
  const car = await db
    .selectFrom('garage_vehicles')
    .selectAll()
    .where('id', '=', found.vehicle_id)
    .forUpdate()
    .executeTakeFirst();
  const transfer = await byId(db, found.id);
  if (!car || transfer?.state !== 'offered' || transfer.expires_at <= now) throw invalidCode();
  return { car: car as VehicleRow, transfer, count };
}

/**
 * The new owner gets the car and its technical history. The former owner keeps the record with receipts and tickets, fixed as it is
 * now. No money, credit or licence moves: they belong to accounts and devices.
 */
export async function acceptHandover(db: Db, origin: string, actor: Actor, typed: string, now: Date): Promise<number> {
  const { userId } = signedIn(actor);
  const { car, transfer, count } = await openHandover(db, userId, typed, now);
  if (transfer.from_user_id === userId) throw new Refusal('conflict', { message: 'This car is already yours.' });
  if (transfer.email !== null && !(await ownsAddress(db, userId, transfer.email)))
    throw new Refusal('forbidden', {
      message: 'This code is for another e-mail address. Log in with that address, and confirm it first.',
    });
  const newId = await vehicleFor(db, userId, car, count, now);
  await copyHistory(db, car.id, newId, now);
  await fixHistory(db, car.id, now);
  await db
    .updateTable('garage_vehicles')
    .set({ handed_over_at: now, updated_at: now })
    .where('id', '=', car.id)
    .execute();
  await endSharesOf(db, car.id, now);
  await moveTransfer({ db, now }, transfer, 'accept', actor, { set: { to_user_id: userId } });
  await mailHandover(db, origin, { car, newId, from: transfer.from_user_id, to: userId });
  return newId;
}

/** A car the new owner already entered by its VIN gets the history; otherwise a new one does. */
async function vehicleFor(db: Db, userId: number, car: VehicleRow, count: number, now: Date): Promise<number> {
  const { vin, make, year, model, engine, transmission, title, detail, path } = car;
  const own =
    vin === null
      ? undefined
      : await db
          .selectFrom('garage_vehicles')
          .select('id')
          .where('user_id', '=', userId)
          .where('vin', '=', vin)
          .where('handed_over_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
  if (own) return own.id;
  requireRoom(count);
  const { id } = await db
    .insertInto('garage_vehicles')
    .values({
      ...{ vin, make, year, model, engine, transmission, title, detail, path },
      user_id: userId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Tunes, dyno runs, logs and changes of owner, without anything that leads to records of the former owner. */
async function copyHistory(db: Db, from: number, to: number, now: Date): Promise<void> {
  await sql`insert into vehicle_records (vehicle_id, kind, ref, title, detail, at, power_hp, torque_nm, created_at)
    select ${to}::int, case t.event when 'delivered' then 'tune' when 'measured' then 'dyno' when 'uploaded' then 'log' else 'handover' end,
      case t.event when 'uploaded' then t.ref else gen_random_uuid()::text end, t.title, t.detail, t.at, t.power_hp, t.torque_nm, ${now}
    from vehicle_timeline(${from}, ${now}) t
    where t.event in ('delivered', 'measured', 'received') or t.event = 'uploaded' and t.state = 'available'
    on conflict do nothing`.execute(db);
  await sql`insert into vehicle_records (vehicle_id, kind, ref, title, at, created_at)
    values (${to}, 'handover', gen_random_uuid()::text, '', ${now}, ${now})`.execute(db);
}

/** Later requests of the former owner belong to other cars. */
async function fixHistory(db: Db, vehicleId: number, now: Date): Promise<void> {
  await sql`insert into vehicle_records (vehicle_id, kind, ref, title, detail, at, created_at)
    select ${vehicleId}::int, case t.kind when 'tune' then 'request' else t.kind end, t.ref, t.title, t.detail, t.at, ${now}
    from vehicle_timeline(${vehicleId}, ${now}) t
    where t.event in ('requested', 'paid', 'uploaded', 'opened') and t.ref <> ''
    on conflict do nothing`.execute(db);
}

export async function expireHandovers(db: Db, now: Date): Promise<number> {
  const due = await sql<{ id: number }>`select id from vehicle_transfers
    where state = 'offered' and expires_at <= ${now} order by expires_at limit 500`.execute(db);
  // A code that was withdrawn in the meantime is skipped.
  return inOwnTransactions(db, due.rows, async (tx, { id }) => {
    await moveTransfer({ db: tx, now }, id, 'expire', system);
    return true;
  });
}

const expireHandoversJob = defineJob({
  name: 'garage.expire-handovers',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now }) {
    await expireHandovers(db, now);
  },
});
export const garageJobs = [expireHandoversJob];
export const garageSchedules: readonly Schedule[] = [
  { job: expireHandoversJob, cron: '40 * * * *', timeZone: 'UTC', missed: 'latest' },
];
