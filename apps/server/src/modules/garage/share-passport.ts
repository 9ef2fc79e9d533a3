import type { PassportPart } from '@tuneport/domain/garage/passport';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { type Actor, signedIn } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { hashToken, newToken } from '../identity/index.ts';
import { lockLiveVehicle, ownVehicle, type VehicleRow } from './queries.ts';

const activeMax = 50;

type ShareRow = {
  readonly id: number;
  readonly label: string;
  readonly parts: string[];
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly last_seen_at: Date | null;
};

const presentShare = ({ id, label, parts, created_at, expires_at, revoked_at, last_seen_at }: ShareRow, now: Date) => ({
  id,
  label,
  parts: parts as PassportPart[],
  state: revoked_at ? ('ended' as const) : expires_at <= now ? ('expired' as const) : ('active' as const),
  created_at,
  expires_at,
  last_seen_at,
});

/** The links of a car that work, then the newest others, which are not listed forever. */
export async function sharesOf(db: Db, vehicleId: number, now: Date) {
  const rows = await db
    .selectFrom('passport_shares')
    .select(['id', 'label', 'parts', 'created_at', 'expires_at', 'revoked_at', 'last_seen_at'])
    .where('vehicle_id', '=', vehicleId)
    // A working link must stay visible to be ended, and counts, however many newer ones have ended.
    .orderBy(sql`revoked_at is null and expires_at > ${now}`, 'desc')
    .orderBy('id', 'desc')
    .limit(activeMax * 2)
    .execute();
  return rows.map((row) => presentShare(row, now));
}

type Input = { readonly label: string; readonly parts: readonly PassportPart[]; readonly days: number };

/** The link is returned once; the table has its hash. */
export async function createShare(db: Db, actor: Actor, vehicleId: number, input: Input, now: Date) {
  const { userId } = signedIn(actor);
  await lockLiveVehicle(db, userId, vehicleId);
  const active = (await sharesOf(db, vehicleId, now)).filter(({ state }) => state === 'active');
  if (active.length >= activeMax)
    throw new Refusal('conflict', { message: `This car has ${activeMax} links, the maximum. End one first.` });
  const token = newToken();
  const row = await db
    .insertInto('passport_shares')
    .values({
      vehicle_id: vehicleId,
      token_hash: hashToken(token),
      label: input.label,
      parts: [...input.parts],
      created_at: now,
      expires_at: new Date(now.getTime() + input.days * dayMs),
    })
    .returning(['id', 'label', 'parts', 'created_at', 'expires_at', 'revoked_at', 'last_seen_at'])
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'garage.share-passport', `vehicle:${vehicleId}`, {
    share: row.id,
    parts: row.parts,
    days: input.days,
  });
  return { ...presentShare(row, now), path: `/passport/${token}` };
}

export async function endShare(db: Db, actor: Actor, vehicleId: number, shareId: number, now: Date): Promise<void> {
  if (!(await ownVehicle(db, signedIn(actor).userId, vehicleId))) throw new Refusal('not_found');
  const ended = await db
    .updateTable('passport_shares')
    .set({ revoked_at: now })
    .where('id', '=', shareId)
    .where('vehicle_id', '=', vehicleId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) throw new Refusal('not_found');
  await writeAudit(db, actor, 'garage.end-share', `vehicle:${vehicleId}`, { share: shareId });
}

export const endSharesOf = (db: Db, vehicleId: number, now: Date) =>
  db
    .updateTable('passport_shares')
    .set({ revoked_at: now })
    .where('vehicle_id', '=', vehicleId)
    .where('revoked_at', 'is', null)
    .execute();

/** The car behind a link. A link that ended, expired or never existed looks the same. */
export async function sharedBy(db: Db, token: string, now: Date) {
  const share = await db
    .selectFrom('passport_shares as s')
    .innerJoin('garage_vehicles as v', 'v.id', 's.vehicle_id')
    .select(['s.id', 's.parts', 's.expires_at', 's.last_seen_at', 's.vehicle_id'])
    .where('s.token_hash', '=', hashToken(token))
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('v.handed_over_at', 'is', null)
    .executeTakeFirst();
  const car =
    share && (await db.selectFrom('garage_vehicles').selectAll().where('id', '=', share.vehicle_id).executeTakeFirst());
  if (!share || !car)
    throw new Refusal('not_found', {
      message: 'This link is no longer valid. Ask the owner of the car for a new one.',
    });
  // Exact to the minute, so that reading a page rarely writes.
  await sql`update passport_shares set last_seen_at = ${now}
    where id = ${share.id} and (last_seen_at is null or last_seen_at < ${now}::timestamptz - interval '1 minute')`.execute(
    db,
  );
  return { car: car as VehicleRow, parts: share.parts as PassportPart[], expires_at: share.expires_at };
}
