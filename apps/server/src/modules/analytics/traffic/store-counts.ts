import type { Counts } from '@tuneport/domain/analytics/fold-views';
import { dimensions, measures, otherValue, valuesPerDayMax } from '@tuneport/domain/analytics/traffic-dimensions';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type Entry = Counts['days'] extends Map<string, infer E> ? E : never;

const measureList = sql.raw(measures.join(', '));
const typedMeasures = sql.raw(measures.map((name) => `${name} bigint`).join(', '));
const added = (table: string) =>
  sql.raw(measures.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '));

/** Adds counts to the roll-ups. Runs under the lock of the progress, so no other process adds at the same time. */
export async function storeCounts(db: Db, { days, hours }: Counts): Promise<void> {
  await storeDays(db, [...days.values()]);
  const rows = [...hours].map(([hour, add]) => ({ hour: new Date(hour).toISOString(), ...add }));
  if (rows.length > 0)
    await sql`insert into traffic_hours (hour, ${measureList})
      select hour, ${measureList} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (hour timestamptz, ${typedMeasures})
      on conflict (hour) do update set ${added('traffic_hours')}`.execute(db);
}

async function storeDays(db: Db, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const named = await withOther(db, entries);
  const rows = JSON.stringify(
    named.map(({ dimension, day, value, add }) => ({ dimension: dimensions[dimension], day, value, ...add })),
  );
  await sql`insert into traffic_values (dimension, value)
    select distinct dimension, value from jsonb_to_recordset(${rows}::jsonb) as c (dimension smallint, value text)
    where not exists (select from traffic_values v where v.dimension = c.dimension and v.value = c.value)
    on conflict do nothing`.execute(db);
  await sql`insert into traffic_days (dimension, day, value_id, ${measureList})
    select c.dimension, c.day, v.id, ${sql.raw(measures.map((name) => `c.${name}`).join(', '))}
    from jsonb_to_recordset(${rows}::jsonb) as c (dimension smallint, day date, value text, ${typedMeasures})
    join traffic_values v on v.dimension = c.dimension and v.value = c.value
    on conflict (dimension, day, value_id) do update set ${added('traffic_days')}`.execute(db);
}

/** Beyond the limit, values that the day does not have yet are counted as one. */
async function withOther(db: Db, entries: readonly Entry[]): Promise<Entry[]> {
  const asked = JSON.stringify(
    entries.map(({ dimension, day, value }) => ({ dimension: dimensions[dimension], day, value })),
  );
  const { rows: counts } = await sql<{ dimension: number; day: string; values: number }>`
    select d.dimension, to_char(d.day, 'YYYY-MM-DD') as day, count(*)::integer as values from traffic_days d
    where (d.dimension, d.day) in (select distinct dimension, day from jsonb_to_recordset(${asked}::jsonb) as c (dimension smallint, day date))
    group by 1, 2`.execute(db);
  const { rows: there } = await sql<{ dimension: number; day: string; value: string }>`
    select c.dimension, to_char(c.day, 'YYYY-MM-DD') as day, c.value
    from jsonb_to_recordset(${asked}::jsonb) as c (dimension smallint, day date, value text)
    join traffic_values v on v.dimension = c.dimension and v.value = c.value
    join traffic_days d on d.dimension = c.dimension and d.day = c.day and d.value_id = v.id`.execute(db);
  const keyOf = (dimension: number, day: string, value = '') => `${dimension} ${day} ${value}`;
  const taken = new Map(counts.map(({ dimension, day, values }) => [keyOf(dimension, day), values]));
  const known = new Set(there.map(({ dimension, day, value }) => keyOf(dimension, day, value)));
  const named = new Map<string, Entry>();
  for (const entry of entries) {
    const number = dimensions[entry.dimension];
    const day = keyOf(number, entry.day);
    const isKnown = known.has(keyOf(number, entry.day, entry.value));
    const used = taken.get(day) ?? 0;
    const value = isKnown || used < valuesPerDayMax ? entry.value : otherValue;
    if (!isKnown && value === entry.value) taken.set(day, used + 1);
    merge(named, { ...entry, value });
  }
  return [...named.values()];
}

function merge(into: Map<string, Entry>, { dimension, day, value, add }: Entry): void {
  const key = `${dimension} ${day} ${value}`;
  const found = into.get(key);
  if (!found) into.set(key, { dimension, day, value, add: { ...add } });
  else for (const name of measures) found.add[name] += add[name];
}
