import type { figureBases } from '@tuneport/contract/catalog/tune-shapes';
import { manifestWriter, type ToolManifest } from '@tuneport/domain/catalog/tools/tool-manifest';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Region } from '../../platform/http/context.ts';
import { type Car, writesTune } from './estimate/tool-restrictions.ts';

// Reads a full engine or transmission with its tunes and their details in one statement. Tools, types and price tiers
// are small shared tables and are read once.

const units = ['engine', 'transmission'] as const;
export type Unit = (typeof units)[number];

const inRegion = (region: Region) => sql`array[${region}]::smallint[]`;

type PriceRow = { base: string; addOn: string | null; dealer: string | null; dealerAddOn: string | null };
export type PriceRows = Readonly<Record<string, PriceRow>>;

const figures = ['horsepower', 'torque', 'torque_limit', 'crank_horsepower', 'crank_torque'] as const;
export type Figure = (typeof figures)[number];
export type FigureRow = Readonly<Record<Figure, number | null>> & Readonly<Record<`${Figure}_unit`, string>>;

/** The origin of a tune's figures, and its gains if it has no figures. */
export type FigureOriginRow = {
  figures_basis: (typeof figureBases)[number];
  power_gain_percent: number | null;
  torque_gain_percent: number | null;
};

export type TypeRow = {
  id: number;
  slug: string;
  name: string;
  is_awd: boolean;
  is_dsg: boolean;
  categories: string[];
};
export type DynoRow = { id: number; tune_id: number; label: string; source: string } & FigureRow;

export type TuneRow = FigureRow &
  FigureOriginRow & {
    id: number;
    slug: string;
    name: string;
    is_stock: boolean;
    part_number: string;
    optional: boolean;
    description: string;
    notes: string;
    give_split_credits: boolean;
    split_ecu_credit_amt: number;
    split_tcu_credit_amt: number;
    split_awd_credit_amt: number;
    split_credit_dealer_text: string;
    prices: PriceRows;
    tier: PriceRows | null;
    requires: number[];
    recommended: number[];
    tool_ids: number[];
    tune_types: TypeRow[];
    dyno_csvs: DynoRow[];
  };

const priceObject = (alias: string) =>
  sql.raw(`json_object_agg(${alias}.currency, json_build_object('base', ${alias}.base_minor::text,
    'addOn', ${alias}.base_addon_minor::text, 'dealer', ${alias}.dealer_minor::text,
    'dealerAddOn', ${alias}.dealer_addon_minor::text))`);

const figureColumns = sql.raw(
  [
    ...figures.map((name) => `t.${name}::float8 as ${name}, t.${name}_unit`),
    't.figures_basis',
    ...['power', 'torque'].map((name) => `t.${name}_gain_percent::float8 as ${name}_gain_percent`),
  ].join(', '),
);

/** The figures of a tune as pairs of a JSON object. */
export const figurePairs = (alias: string) =>
  sql.raw(
    figures.map((name) => `'${name}', ${alias}.${name}::float8, '${name}_unit', ${alias}.${name}_unit`).join(', '),
  );

/** The peak of each column of a dyno run. */
const peakPairs = figures
  .map((name) => `'${name}', (select max(x) from unnest(d.${name}) x), '${name}_unit', d.${name}_unit`)
  .join(', ');
const dynoObject = sql.raw(
  `json_build_object('id', d.id, 'tune_id', d.tune_id, 'label', d.label, 'source', d.source, ${peakPairs})`,
);

const typeObject = sql.raw(`json_build_object('id', tt.id, 'slug', tt.slug, 'name', tt.name, 'is_awd', tt.is_awd,
  'is_dsg', tt.is_dsg, 'categories', tt.categories)`);

export const typesOfTune = sql`(select coalesce(json_agg(${typeObject} order by tt.position, tt.id), '[]')
  from tune_tune_types x join tune_types tt on tt.id = x.tune_type_id where x.tune_id = t.id)`;
export const pricesOfTune = sql`(select coalesce(${priceObject('p')}, '{}') from tune_prices p where p.tune_id = t.id)`;
export const tierOfTune = sql`(select ${priceObject('p')} from tune_pricing_tier_prices p where p.tier_id = t.tier_id)`;
export { figureColumns };

/** A tune row as stored, with its tier and types by id. */
type StoredTune = Omit<TuneRow, 'tier' | 'tune_types'> & { tier_id: number | null; type_ids: number[] };

const tunesOf = (unit: Unit, region: Region) => sql`
  (select coalesce(json_agg(tune), '[]') from (
    select t.id, t.slug, t.name, t.is_stock, t.part_number, t.optional, t.description, t.notes,
      t.give_split_credits, t.split_ecu_credit_amt, t.split_tcu_credit_amt, t.split_awd_credit_amt,
      t.split_credit_dealer_text, ${figureColumns}, ${pricesOfTune} as prices, t.tier_id,
      array(select tune_type_id from tune_tune_types x where x.tune_id = t.id) as type_ids,
      array(select other_id from tune_links l where l.tune_id = t.id and l.kind = 'requires' order by other_id) as requires,
      array(select other_id from tune_links l where l.tune_id = t.id and l.kind = 'recommended' order by other_id) as recommended,
      array(select tool_id from tune_tools x where x.tune_id = t.id order by tool_id) as tool_ids,
      (select coalesce(json_agg(${dynoObject} order by d.position, d.id), '[]') from dyno_csvs d where d.tune_id = t.id) as dyno_csvs
    from ${sql.table(`${unit}_tunes`)} own join tunes t on t.id = own.tune_id
    where own.${sql.ref(`${unit}_id`)} = u.id and t.regions @> ${inRegion(region)}
    order by t.is_stock desc, t.position, t.id
  ) tune) as tunes`;

export type ToolRow = {
  id: number;
  slug: string;
  name: string;
  description: string;
  install_fee_minor: bigint;
  rental_fee_minor: bigint | null;
  currency: string;
  is_fz3: boolean;
  is_fzl: boolean;
  is_benchflash: boolean;
  is_dealer_ownable: boolean;
  is_inhouse: boolean;
  is_rentable: boolean;
  product_slug: string | null;
  rental_slug: string | null;
  loan_slug: string | null;
};

export const toolColumns = [
  'id',
  'slug',
  'name',
  'description',
  'install_fee_minor',
  'rental_fee_minor',
  'currency',
  'is_fz3',
  'is_fzl',
  'is_benchflash',
  'is_dealer_ownable',
  'is_inhouse',
  'is_rentable',
  'product_slug',
  'rental_slug',
  'loan_slug',
] as const;

export const allTools = (db: Db): Promise<ToolRow[]> =>
  db.selectFrom('tools').select(toolColumns).orderBy('position').orderBy('id').execute();

/** Records that tunes reference, in list order. */
export type Named = {
  readonly tools: readonly ToolRow[];
  readonly types: readonly TypeRow[];
  readonly tiers: ReadonlyMap<number, PriceRows>;
  /** What tools with a manifest in effect can write. */
  readonly writers: ReadonlyMap<number, ReturnType<typeof manifestWriter>>;
};

export async function readNamed(db: Db): Promise<Named> {
  const [tools, types, tiers, manifests] = await Promise.all([
    allTools(db),
    db
      .selectFrom('tune_types')
      .select(['id', 'slug', 'name', 'is_awd', 'is_dsg', 'categories'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    sql<{ tier_id: number; prices: PriceRows }>`
      select p.tier_id, ${priceObject('p')} as prices from tune_pricing_tier_prices p group by p.tier_id`.execute(db),
    db.selectFrom('tool_manifests').select(['tool_id', 'manifest']).where('state', '=', 'approved').execute(),
  ]);
  return {
    tools,
    types,
    tiers: new Map(tiers.rows.map(({ tier_id, prices }) => [tier_id, prices])),
    writers: new Map(manifests.map((one) => [one.tool_id, manifestWriter(one.manifest as unknown as ToolManifest)])),
  };
}

/** Rentable tools; with tunes, only those that can write every one of them in this car. */
export async function rentableTools(db: Db, tuneIds: readonly number[], car: Car): Promise<ToolRow[]> {
  let query = db.selectFrom('tools').select(toolColumns).where('is_rentable', '=', true);
  if (tuneIds.length > 0)
    query = query.where(
      sql<boolean>`not exists (select from unnest(${[...tuneIds]}::integer[]) wanted(tune_id)
        where not ${writesTune(sql.ref('wanted.tune_id'), sql.ref('tools.id'), car)})`,
    );
  return query.orderBy('position').orderBy('id').execute();
}

type Shared = {
  id: number;
  slug: string;
  name: string;
  code: string;
  description: string;
  notes: string;
  regions: number[];
  updated_at: Date;
  tool_restrictions: { id: number; name: string }[];
  other_role_discounts: { key: string; percent: string }[];
};
export type FullEngineRow = Shared & {
  generation: string;
  displacement_l: string | null;
  cylinders: number | null;
  fuel: string;
  aspiration: string;
  hybrid: string;
  /** The transmissions it is built with. */
  transmission_ids: number[];
};
export type FullTransmissionRow = Shared & { kind: string; gears: number | null; awd: boolean };

const restrictionsOf = (unit: Unit) => sql`
  (select coalesce(json_agg(json_build_object('id', x.id, 'name', x.name) order by x.id), '[]')
    from ${sql.table(`${unit}_tool_restrictions`)} r join tools x on x.id = r.tool_id
    where r.${sql.ref(`${unit}_id`)} = u.id) as tool_restrictions,
  (select coalesce(json_agg(json_build_object('key', r.key, 'percent', trim_scale(r.percent)::text) order by r.key), '[]')
    from ${sql.table(`${unit}_role_discounts`)} r where r.${sql.ref(`${unit}_id`)} = u.id) as other_role_discounts`;

const ownColumns = {
  engine: sql.raw(`u.generation, u.displacement_l, u.cylinders, u.fuel, u.aspiration, u.hybrid,
    array(select transmission_id from engine_transmissions et where et.engine_id = u.id) as transmission_ids`),
  transmission: sql.raw('u.kind, u.gears, u.awd'),
};

export type RowOfUnit = { engine: FullEngineRow; transmission: FullTransmissionRow };

export async function fullRow<U extends Unit>(
  db: Db,
  unit: U,
  id: number,
  region: Region,
): Promise<(RowOfUnit[U] & { tunes: StoredTune[] }) | undefined> {
  const { rows } = await sql<RowOfUnit[U] & { tunes: StoredTune[] }>`${prepared}
    select u.id, u.slug, u.name, u.code, u.description, u.notes, u.regions, u.updated_at, ${ownColumns[unit]},
      ${restrictionsOf(unit)}, ${tunesOf(unit, region)}
    from ${sql.table(`${unit}s`)} u where u.id = ${id}`.execute(db);
  return rows[0];
}
