import { pageSize } from '@tuneport/contract/shapes';
import { cutVins } from '@tuneport/domain/catalog/vin/vin-text';
import {
  maskedVin,
  type PassportEvent,
  type PassportKind,
  type PassportPart,
  partKinds,
  passportKindNames,
} from '@tuneport/domain/garage/passport';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { pageFields } from '../../platform/db/lists/page.ts';
import { Refusal } from '../../platform/refusal.ts';
import { handoverOf } from './hand-over.ts';
import { presentVehicle } from './present-vehicle.ts';
import { ownVehicle, recordsOf, type VehicleRow } from './queries.ts';
import { sharedBy, sharesOf } from './share-passport.ts';

type Row = {
  readonly kind: PassportKind;
  readonly event: PassportEvent;
  readonly ref: string;
  readonly at: Date;
  readonly title: string;
  readonly detail: string;
  readonly state: string | null;
  readonly amount_minor: string | null;
  readonly currency: string | null;
  readonly power_hp: number | null;
  readonly torque_nm: number | null;
  readonly record_id: number | null;
};
type Asked = { readonly kinds: readonly PassportKind[]; readonly page: number; readonly now: Date };

/** One page of the history of a car, newest first. */
async function entriesOf(db: Db, vehicleId: number, { kinds, page, now }: Asked) {
  const { rows } = await sql<Row>`
    select * from vehicle_timeline(${vehicleId}, ${now}) t where t.kind = any(${[...kinds]}::text[])
    order by t.at desc, t.kind, t.event, t.ref, t.record_id desc nulls last
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return rows;
}

/** How many entries of each kind a car has, and its newest tune. */
async function summaryOf(db: Db, vehicleId: number, now: Date) {
  const { rows } = await sql<{ kind: PassportKind; count: number; tune: string | null }>`
    select t.kind, count(*)::int as count, (array_agg(t.title order by t.at desc, t.ref desc) filter (where
      t.event = 'delivered' and t.state is distinct from 'recalled' and t.state is distinct from 'refunded'
      or t.event = 'paid' and t.state is distinct from 'refunded'))[1] as tune
    from vehicle_timeline(${vehicleId}, ${now}) t group by t.kind`.execute(db);
  const counts = Object.fromEntries(
    passportKindNames.map((kind) => [kind, rows.find((row) => row.kind === kind)?.count ?? 0]),
  ) as Record<PassportKind, number>;
  const tuneOf = (kind: PassportKind) => rows.find((row) => row.kind === kind)?.tune;
  return { counts, currentTune: tuneOf('tune') ?? tuneOf('purchase') ?? '' };
}

const amountOf = ({ amount_minor, currency }: Row) =>
  amount_minor === null ? null : toWire(money(BigInt(amount_minor), currency as Currency));

function pathOf({ kind, ref, state }: Row): string | null {
  if (ref === '') return null;
  if (kind === 'tune') return `/tuning/request/${ref}/status`;
  if (kind === 'purchase') return `/profile/purchases/${ref}/snapshot`;
  if (kind === 'ticket') return `/tuning/support/${ref}`;
  return kind === 'log' && state === 'available' ? `/graph/${ref}` : null;
}

const presentEntry = (row: Row) => ({
  kind: row.kind,
  event: row.event,
  at: row.at,
  title: row.title,
  detail: row.detail,
  state: row.state,
  amount: amountOf(row),
  power_hp: row.power_hp,
  torque_nm: row.torque_nm,
  path: pathOf(row),
  entry_id: row.kind === 'dyno' || row.kind === 'note' ? row.record_id : null,
});

type Query = { readonly page: number; readonly kind?: PassportKind | undefined };

export async function readPassport(db: Db, userId: number, id: number, query: Query, now: Date) {
  const car = await ownVehicle(db, userId, id);
  if (!car) throw new Refusal('not_found');
  const kinds = query.kind ? [query.kind] : passportKindNames;
  const [records, rows, { counts, currentTune }, shares, handover] = await Promise.all([
    recordsOf(db, [id]),
    entriesOf(db, id, { kinds, page: query.page, now }),
    summaryOf(db, id, now),
    sharesOf(db, id, now),
    handoverOf(db, id, now),
  ]);
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return {
    car: presentVehicle(car, records, now),
    current_tune: currentTune,
    entries: { data: rows.map(presentEntry), ...pageFields(total, query.page, pageSize) },
    counts,
    shares,
    handover,
  };
}

/** Typed text may contain the VIN. */
const withoutVin = (text: string, { vin }: VehicleRow): string => {
  const known = vin === null || vin === '' ? text : text.replaceAll(new RegExp(escaped(vin), 'gi'), maskedVin(vin));
  return cutVins(known);
};
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What a link shows: only the fields of its parts, and nothing that leads to a record. */
export async function readSharedPassport(db: Db, token: string, page: number, now: Date) {
  const { car, parts, expires_at } = await sharedBy(db, token, now);
  const has = (part: PassportPart) => parts.includes(part);
  const kinds = partKinds(parts);
  const [rows, { counts, currentTune }] = await Promise.all([
    entriesOf(db, car.id, { kinds, page, now }),
    summaryOf(db, car.id, now),
  ]);
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return {
    title: car.title,
    detail: car.detail,
    vin: has('vin') && car.vin !== null ? maskedVin(car.vin) : null,
    current_tune: has('tunes') ? currentTune : null,
    parts,
    entries: {
      data: rows.map((row) => ({
        kind: row.kind,
        event: row.event,
        at: row.at,
        title: withoutVin(row.title, car),
        detail: withoutVin(row.detail, car),
        amount: has('prices') ? amountOf(row) : null,
        power_hp: row.power_hp,
        torque_nm: row.torque_nm,
      })),
      ...pageFields(total, page, pageSize),
    },
    expires_at,
  };
}
