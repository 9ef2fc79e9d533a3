import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { lockRow, touchRows } from '../../../platform/records/rows.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { notifySubscribers } from '../subscribe.ts';
import { subjectOf } from './kind.ts';
import type { Ref } from './links.ts';
import {
  type EngineChoice,
  filteredEngines,
  filteredTransmissions,
  type TransmissionChoice,
} from './vehicles/vehicle-lists.ts';

type Input = {
  engine_ids: readonly number[];
  transmission_ids: readonly number[];
  engines: EngineChoice | null;
  transmissions: TransmissionChoice | null;
  except_ids: readonly number[];
  dry_run: boolean;
};

const sides = {
  engines: { table: 'engine_tunes', column: 'engine_id' },
  transmissions: { table: 'transmission_tunes', column: 'transmission_id' },
} as const;
const sampleMax = 200;
const attachMax = 20_000;

/**
 * Attaches a tune to the named records and to all that match a filter. Idempotent: records that already have it stay
 * unchanged.
 */
export async function massAttach(db: Db, actor: AuditActor, tuneId: number, input: Input, origin: string, now: Date) {
  if (!(await lockRow(db, 'tunes', tuneId))) throw new Refusal('not_found');
  if (input.engine_ids.length + input.transmission_ids.length === 0 && !input.engines && !input.transmissions)
    throw fieldRefusal({ engine_ids: ['Choose engines or transmissions to attach the tune to.'] });
  const engines = await attach(db, 'engines', tuneId, await chosenEngines(db, input), input.dry_run, now);
  const transmissions = await attach(
    db,
    'transmissions',
    tuneId,
    await chosenTransmissions(db, input),
    input.dry_run,
    now,
  );
  if (!input.dry_run && engines.attached + transmissions.attached > 0) {
    await writeAudit(db, actor, 'catalog.mass-attach', subjectOf('tunes', tuneId), {
      after: { engines: engines.ids, transmissions: transmissions.ids },
    });
    await bumpArea(db, 'catalog');
    await notifySubscribers(db, origin, engines.ids, now);
  }
  return { dry_run: input.dry_run, engines, transmissions };
}

/** Takes a tune away from many records. Those that do not have it stay unchanged. */
export async function massDetach(
  db: Db,
  actor: AuditActor,
  tuneId: number,
  input: { engine_ids: readonly number[]; transmission_ids: readonly number[] },
  now: Date,
) {
  if (!(await lockRow(db, 'tunes', tuneId))) throw new Refusal('not_found');
  const engines = await detach(db, 'engines', tuneId, input.engine_ids, now);
  const transmissions = await detach(db, 'transmissions', tuneId, input.transmission_ids, now);
  if (engines.length + transmissions.length > 0) {
    await writeAudit(db, actor, 'catalog.mass-detach', subjectOf('tunes', tuneId), {
      before: { engines, transmissions },
    });
    await bumpArea(db, 'catalog');
  }
  return { engines: engines.length, transmissions: transmissions.length };
}

async function detach(db: Db, side: keyof typeof sides, tuneId: number, wanted: readonly number[], now: Date) {
  const { table, column } = sides[side];
  const { rows } = await sql<{ id: number }>`delete from ${sql.table(table)}
    where tune_id = ${tuneId} and ${sql.ref(column)} = any(${[...wanted]}::integer[])
    returning ${sql.ref(column)} as id`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await touchRows(db, side, ids, now);
  return ids;
}

async function attach(
  db: Db,
  side: keyof typeof sides,
  tuneId: number,
  chosen: readonly number[],
  dryRun: boolean,
  now: Date,
) {
  const { table, column } = sides[side];
  const { rows: fresh } = await sql<Ref>`
    select r.id, m.name || ' ' || r.name as name from ${sql.table(side)} r join makes m on m.id = r.make_id
    where r.id = any(${[...chosen]}::integer[]) and not exists (
      select from ${sql.table(table)} l where l.${sql.ref(column)} = r.id and l.tune_id = ${tuneId})
    order by lower(m.name), lower(r.name), r.id`.execute(db);
  const ids = fresh.map((row) => row.id);
  if (!dryRun && ids.length > 0) {
    await sql`insert into ${sql.table(table)} (${sql.ref(column)}, tune_id)
      select unnest(${ids}::integer[]), ${tuneId} on conflict do nothing`.execute(db);
    // Their own forms list their tunes; touching them prevents an older form from removing this one.
    await touchRows(db, side, ids, now);
  }
  return {
    ids,
    attached: ids.length,
    already_attached: chosen.length - ids.length,
    sample: fresh.slice(0, sampleMax),
  };
}

async function chosenEngines(db: Db, input: Input): Promise<number[]> {
  await requireKnown(db, 'engines', 'engine_ids', input.engine_ids);
  if (input.engines === null) return [...new Set(input.engine_ids)];
  const rows = await filteredEngines(db, input.engines).select('e.id').limit(attachMax).execute();
  return [...new Set([...input.engine_ids, ...matching(rows, input)])];
}

async function chosenTransmissions(db: Db, input: Input): Promise<number[]> {
  await requireKnown(db, 'transmissions', 'transmission_ids', input.transmission_ids);
  if (input.transmissions === null) return [...new Set(input.transmission_ids)];
  const rows = await filteredTransmissions(db, input.transmissions).select('t.id').limit(attachMax).execute();
  return [...new Set([...input.transmission_ids, ...matching(rows, input)])];
}

function matching(rows: readonly { id: number }[], { except_ids }: Input): number[] {
  const except = new Set(except_ids);
  return rows.map(({ id }) => id).filter((id) => !except.has(id));
}

async function requireKnown(db: Db, side: keyof typeof sides, field: string, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select wanted as id from unnest(${[...ids]}::integer[]) as wanted
    where not exists (select from ${sql.table(side)} r where r.id = wanted) limit 1`.execute(db);
  if (rows[0]) throw fieldRefusal({ [field]: [`There is no ${side.slice(0, -1)} ${rows[0].id}.`] });
}
