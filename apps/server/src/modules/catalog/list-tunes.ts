import type { tuneSorts } from '@tuneport/contract/catalog/catalog';
import { currencies } from '@tuneport/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { PageOf } from '../../platform/db/lists/page.ts';
import type { Region } from '../../platform/http/context.ts';
import type { PriceView } from './estimate/price-view.ts';
import { writesTune } from './estimate/tool-restrictions.ts';
import { type TuneSearch, tuneSearchCondition } from './search/tune-search.ts';
import {
  type FigureOriginRow,
  type FigureRow,
  figureColumns,
  figurePairs,
  type PriceRows,
  pricesOfTune,
  type TypeRow,
  tierOfTune,
  typesOfTune,
} from './tune-queries.ts';
import type { EngineRow } from './vehicle-queries.ts';

// A page of tunes costs two statements: one counts and reads the filter choices, the other reads the rows.

export type ListedVehicleRow = {
  make: string;
  makeName: string;
  model: string;
  modelName: string;
  year: string;
  firstYear: string;
  engine: string;
  body: string;
};

export type ListedTuneRow = FigureRow &
  FigureOriginRow & {
    id: number;
    slug: string;
    name: string;
    part_number: string;
    optional: boolean;
    description: string;
    prices: PriceRows;
    tier: PriceRows | null;
    tune_types: TypeRow[];
    engine: Pick<EngineRow, 'name' | 'fuel' | 'aspiration'> | null;
    stock: FigureRow | null;
    vehicles: ListedVehicleRow[];
    engine_count: number;
    transmission_count: number;
  };

export type TuneFilters = {
  category?: string | undefined;
  curve?: 'true' | undefined;
  make?: string | undefined;
  fuel?: string | undefined;
  aspiration?: string | undefined;
  gain?: number | undefined;
  price?: number | undefined;
  tool?: string | undefined;
  sort?: (typeof tuneSorts)[number] | undefined;
};

type Choice = { slug: string; name: string };
type TuneListPage = PageOf<ListedTuneRow> & { filters: { makes: Choice[]; tools: Choice[] } };
type Currencies = Pick<PriceView, 'currency' | 'defaultCurrency' | 'rate' | 'shown'>;

const pageSize = 25;
const modelsShown = sql.raw('3');
const nothing = sql``;

export async function listTunes(
  db: Db,
  region: Region,
  view: Currencies,
  { page, search, ...filters }: TuneFilters & { page: number; search?: TuneSearch | undefined },
): Promise<TuneListPage> {
  const here = sql`array[${region}]::smallint[]`;
  const wanted = sql`
    not t.is_stock and t.regions @> ${here}
    and (exists (select from engine_tunes x join vehicles v on v.engine_id = x.engine_id
        where x.tune_id = t.id and v.regions @> ${here})
      or exists (select from transmission_tunes x where x.tune_id = t.id))
    ${filterConditions(filters, here, view)}
    ${search ? sql`and ${tuneSearchCondition(search)}` : nothing}`;
  const order = orderOf(filters.sort, view);
  const [counted, found] = await Promise.all([
    sql<{ total: bigint; makes: Choice[]; tools: Choice[] }>`
      select count(*) as total,
        (select coalesce(json_agg(json_build_object('slug', m.slug, 'name', m.name) order by lower(m.name)), '[]')
          from makes m where m.prominence <> 'hidden' and m.regions @> ${here}) as makes,
        (select coalesce(json_agg(json_build_object('slug', o.slug, 'name', o.name) order by o.position, o.id), '[]')
          from tools o) as tools
      from tunes t where ${wanted}`.execute(db),
    sql<ListedTuneRow>`
      select t.id, t.slug, t.name, t.part_number, t.optional, t.description, ${figureColumns},
        ${pricesOfTune} as prices, ${tierOfTune} as tier, ${typesOfTune} as tune_types,
        (select json_build_object('name', e.name, 'fuel', e.fuel, 'aspiration', e.aspiration)
          from engines e where e.id = shown.engine_id) as engine,
        (select json_build_object(${figurePairs('s')}) from engine_tunes x join tunes s on s.id = x.tune_id and s.is_stock
          where x.engine_id = shown.engine_id order by s.position, s.id limit 1) as stock,
        ${vehiclesOf(here, filters.make, search)} as vehicles,
        (select count(*)::integer from engine_tunes x where x.tune_id = t.id) as engine_count,
        (select count(*)::integer from transmission_tunes x where x.tune_id = t.id) as transmission_count
      from (
        -- The page first: details are read for the tunes shown, not for those skipped.
        select * from tunes t where ${wanted} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}
      ) t
      left join lateral ${shownEngine(here, filters.make, search)} shown on true
      order by ${order}`.execute(db),
  ]);
  const { total: count = 0n, makes = [], tools = [] } = counted.rows[0] ?? {};
  const total = Number(count);
  return { data: found.rows, page, page_count: Math.ceil(total / pageSize), total, filters: { makes, tools } };
}

type Part = RawBuilder<unknown>;

const isOfMake = (make: string, here: Part) => sql`(
  select v.engine_id from makes m join models o on o.make_id = m.id join vehicles v on v.model_id = o.id
  where m.slug = ${make} and v.regions @> ${here})`;

function filterConditions({ category, curve, ...filters }: TuneFilters, here: Part, view: Currencies): Part {
  const { make, fuel, aspiration, gain, price, tool } = filters;
  const conditions: Part[] = [];
  if (category !== undefined)
    conditions.push(sql`exists (select from tune_tune_types x join tune_types tt on tt.id = x.tune_type_id
      where x.tune_id = t.id and tt.categories @> array[${category}]::text[])`);
  if (curve) conditions.push(sql`exists (select from dyno_csvs d where d.tune_id = t.id)`);
  if (make !== undefined || fuel !== undefined || aspiration !== undefined)
    conditions.push(sql`t.id in (
      select x.tune_id from engines e join engine_tunes x on x.engine_id = e.id where true
        ${fuel === undefined ? nothing : sql`and e.fuel = ${fuel}`}
        ${aspiration === undefined ? nothing : sql`and e.aspiration = ${aspiration}`}
        ${make === undefined ? nothing : sql`and e.id in ${isOfMake(make, here)}`}
      ${
        // A transmission has no fuel and no induction.
        make === undefined || fuel !== undefined || aspiration !== undefined
          ? nothing
          : sql`union select x.tune_id from makes m join transmissions g on g.make_id = m.id
              join transmission_tunes x on x.transmission_id = g.id where m.slug = ${make}`
      })`);
  if (tool !== undefined)
    conditions.push(sql`exists (select from tools o where o.slug = ${tool}
      and ${writesTune(sql`t.id`, sql`o.id`, { engine: null, transmission: null })})`);
  if (gain !== undefined) conditions.push(sql`${gainPercent} >= ${gain}`);
  if (price !== undefined && view.shown)
    conditions.push(sql`${listPrice(view)} <= ${price} * ${10 ** currencies[view.currency]}::numeric`);
  return conditions.length === 0 ? nothing : sql`and ${sql.join(conditions, sql` and `)}`;
}

const inHp = (alias: 't' | 's') =>
  sql.raw(
    `(${alias}.crank_horsepower * case ${alias}.crank_horsepower_unit when 'kW' then 1.341022 when 'PS' then 0.986320 else 1 end)`,
  );

/** The stored gain; for tunes with stated figures, the difference to the stock tune of the engine. */
const gainPercent = sql`coalesce(t.power_gain_percent, case when t.crank_horsepower is not null then (
  select 100 * (${inHp('t')} / ${inHp('s')} - 1) from engine_tunes x
  join engine_tunes y on y.engine_id = x.engine_id join tunes s on s.id = y.tune_id and s.is_stock
  where x.tune_id = t.id and s.crank_horsepower > 0 order by s.id limit 1) end)`;

/** The list price in minor units of the currency shown, by the same precedence as domain/catalog/pricing. */
function listPrice({ currency, defaultCurrency, rate }: Currencies): Part {
  const own = (code: string) =>
    sql`(select p.base_minor from tune_prices p where p.tune_id = t.id and p.currency = ${code})`;
  const tier = (code: string) =>
    sql`(select p.base_minor from tune_pricing_tier_prices p where p.tier_id = t.tier_id and p.currency = ${code})`;
  if (rate === null) return sql`coalesce(${own(currency)}, ${tier(currency)})`;
  const decimals = currencies[currency] - currencies[defaultCurrency];
  const converted = (amount: Part) => sql`${amount} * ${rate}::numeric * ${10 ** decimals}::numeric`;
  return sql`coalesce(${own(currency)}, ${converted(own(defaultCurrency))}, ${tier(currency)},
    ${converted(tier(defaultCurrency))})`;
}

/** Hidden prices do not show through the order either. */
function orderOf(sort: TuneFilters['sort'], view: Currencies): Part {
  switch (sort) {
    case 'gain':
      return sql`${gainPercent} desc nulls last, t.position, t.id`;
    case 'power':
      return sql`${inHp('t')} desc nulls last, t.position, t.id`;
    case 'price':
    case '-price':
      if (view.shown)
        return sql`${listPrice(view)} ${sort === 'price' ? sql`asc` : sql`desc`} nulls last, t.position, t.id`;
  }
  return sql`t.position, t.id`;
}

/** The engine that represents a tune: one that was searched for or belongs to the make, else the first of the region. */
function shownEngine(here: Part, make: string | undefined, search: TuneSearch | undefined): Part {
  const first = [
    ...(search && search.engineIds.length > 0
      ? [sql`(x.engine_id = any(${[...search.engineIds]}::integer[])) desc`]
      : []),
    ...(make === undefined ? [] : [sql`(x.engine_id in ${isOfMake(make, here)}) desc`]),
    sql`x.engine_id`,
  ];
  return sql`(select x.engine_id from engine_tunes x
    where x.tune_id = t.id and exists (select from vehicles v where v.engine_id = x.engine_id and v.regions @> ${here})
    order by ${sql.join(first)} limit 1)`;
}

/** Models with the engine, each with its newest year; those that were searched for or belong to the make are first. */
function vehiclesOf(here: Part, make: string | undefined, search: TuneSearch | undefined): Part {
  const isSearched =
    search && search.modelIds.length > 0 ? sql`(v.model_id = any(${[...search.modelIds]}::integer[]))` : null;
  const yearFirst = isSearched
    ? sql`(v.year_id = any(${[...(search?.yearIds ?? [])]}::integer[])) desc, y.rank desc`
    : sql`y.rank desc`;
  const first = [
    ...(isSearched ? [sql`bool_or(${isSearched}) desc`] : []),
    ...(make === undefined ? [] : [sql`(m.slug = ${make}) desc`]),
    sql`max(y.rank) desc, count(*) desc, o.id`,
  ];
  const newest = (column: string) => sql`(array_agg(${sql.ref(column)} order by ${yearFirst}))[1]`;
  return sql`(
    select coalesce(json_agg(row_to_json(found)), '[]') from (
      select m.slug as make, m.name as "makeName", o.slug as model, o.name as "modelName", ${newest('y.year')} as year,
        (array_agg(y.year order by y.rank))[1] as "firstYear", ${newest('v.engine_slug')} as engine,
        (array_agg(coalesce(nullif(v.bodies[1], ''), v.vehicle_class) order by ${yearFirst}))[1] as body
      from vehicles v join years y on y.id = v.year_id join models o on o.id = v.model_id join makes m on m.id = o.make_id
      where v.engine_id = shown.engine_id and v.regions @> ${here} and o.regions @> ${here} and m.regions @> ${here}
      group by m.id, o.id order by ${sql.join(first)} limit ${modelsShown}
    ) found)`;
}
