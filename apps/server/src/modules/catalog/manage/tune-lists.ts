import type { ListFilter } from '@tuneport/contract/catalog/catalog-admin';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';
import type { Ref } from './links.ts';
import { amountOf, amountOrNone, readPrices } from './prices/price-rows.ts';
import { sorted } from './sorted.ts';

export const unpriced = sql<boolean>`not exists (select from tune_prices where tune_id = u.id)
  and not exists (select from tune_pricing_tier_prices where tier_id = u.tier_id)`;
export const toolless = sql<boolean>`not exists (select from tune_tools where tune_id = u.id)`;
export const unattached = sql<boolean>`not exists (select from engine_tunes where tune_id = u.id)
  and not exists (select from transmission_tunes where tune_id = u.id)`;
const lacking = { tools: toolless, prices: unpriced, vehicles: unattached };

/** Found by the name of an engine or model that has the tune: "golf", "audi 2.0 tdi". */
const forVehicle = (like: string) => sql<boolean>`u.id in (
  select x.tune_id from engine_tunes x join engines e on e.id = x.engine_id join makes m on m.id = e.make_id
    where m.name || ' ' || e.name ilike ${like}
  union
  select x.tune_id from engine_tunes x join vehicles v on v.engine_id = x.engine_id join models d on d.id = v.model_id
    join makes m on m.id = d.make_id where m.name || ' ' || d.name ilike ${like})`;

const firstOf = (
  table: string,
  link: string,
  column: string,
) => sql`(select m.name || ' ' || e.name from ${sql.table(link)} x
  join ${sql.table(table)} e on e.id = x.${sql.ref(column)} join makes m on m.id = e.make_id where x.tune_id = u.id
  order by lower(m.name), lower(e.name), e.id limit 1)`;
const firstVehicle = sql<string | null>`coalesce(${firstOf('engines', 'engine_tunes', 'engine_id')},
  ${firstOf('transmissions', 'transmission_tunes', 'transmission_id')})`;

/** What is charged without a dealer's terms: the own price, or else that of the tier. */
const listPrice = sql<{ amount_minor: string; currency: string } | null>`(
  select jsonb_build_object('amount_minor', x.base_minor::text, 'currency', x.currency) from (
    select 1 as place, currency, base_minor from tune_prices where tune_id = u.id
    union all select 2, currency, base_minor from tune_pricing_tier_prices where tier_id = u.tier_id
  ) x order by x.place, x.currency <> 'CAD', x.currency limit 1)`;

export function filteredTunes(db: Db, filter: Omit<ListFilter<'tunes'>, 'page'>) {
  let query = db.selectFrom('tunes as u').leftJoin('tune_pricing_tiers as p', 'p.id', 'u.tier_id');
  if (filter.tier_id !== undefined) query = query.where('u.tier_id', '=', filter.tier_id);
  if (filter.tune_type_id !== undefined)
    query = query.where(
      sql<boolean>`exists (select from tune_tune_types where tune_id = u.id and tune_type_id = ${filter.tune_type_id})`,
    );
  if (filter.tool_id !== undefined)
    query = query.where(
      sql<boolean>`exists (select from tune_tools where tune_id = u.id and tool_id = ${filter.tool_id})`,
    );
  if (filter.engine_id !== undefined)
    query = query.where(
      sql<boolean>`exists (select from engine_tunes where tune_id = u.id and engine_id = ${filter.engine_id})`,
    );
  if (filter.lacks) {
    query = query.where(lacking[filter.lacks]);
    // Stock tunes need neither a tool nor a price: the vehicle already has them.
    if (filter.lacks !== 'vehicles') query = query.where('u.is_stock', '=', false);
  }
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) =>
      is.or([is('u.name', 'ilike', like), is('u.part_number', 'ilike', like), forVehicle(like)]),
    );
  }
  return query;
}

export async function listTunes(db: Db, filter: ListFilter<'tunes'>) {
  const query = filteredTunes(db, filter);
  const rows = query
    .select([
      'u.id',
      'u.name',
      'u.slug',
      'u.part_number',
      firstVehicle.as('vehicle'),
      listPrice.as('price'),
      'u.is_stock',
      'u.optional',
      'u.tier_id',
      'p.name as tier_name',
      'u.regions',
      'u.updated_at',
      sql<number>`(select count(*)::integer from engine_tunes where tune_id = u.id)`.as('engine_count'),
      sql<number>`(select count(*)::integer from transmission_tunes where tune_id = u.id)`.as('transmission_count'),
      sql<number>`(select count(*)::integer from tune_tools where tune_id = u.id)`.as('tool_count'),
      sql<Ref[]>`coalesce((select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name) order by y.position, y.id)
        from tune_tune_types x join tune_types y on y.id = x.tune_type_id where x.tune_id = u.id), '[]')`.as(
        'tune_types',
      ),
    ])
    .orderBy(
      sorted(
        filter.sort,
        { name: 'lower(u.name)', part_number: 'u.part_number', tier_name: 'p.position', updated_at: 'u.updated_at' },
        'lower(u.name)',
      ),
    )
    .orderBy('u.id');
  const page = await pageOf(query, rows, filter);
  return {
    ...page,
    data: page.data.map((row) => ({
      ...row,
      price: row.price && {
        amount: amountOf(BigInt(row.price.amount_minor), row.price.currency),
        currency: row.price.currency,
      },
    })),
  };
}

export function filteredTuneTypes(db: Db, filter: Omit<ListFilter<'tune-types'>, 'page'>) {
  let query = db.selectFrom('tune_types as y').leftJoin('tune_type_groups as g', 'g.id', 'y.group_id');
  if (filter.group_id !== undefined) query = query.where('y.group_id', '=', filter.group_id);
  if (filter.search) query = query.where('y.name', 'ilike', containing(filter.search));
  return query;
}

export function listTuneTypes(db: Db, filter: ListFilter<'tune-types'>) {
  const query = filteredTuneTypes(db, filter);
  const rows = query
    .select([
      'y.id',
      'y.name',
      'y.slug',
      'y.is_awd',
      'y.is_dsg',
      'y.group_id',
      'g.name as group_name',
      'y.categories',
      'y.position',
      'y.updated_at',
      sql<number>`(select count(*)::integer from tune_tune_types where tune_type_id = y.id)`.as('tune_count'),
    ])
    .orderBy(sorted(filter.sort, { name: 'lower(y.name)', updated_at: 'y.updated_at' }, 'y.position, lower(y.name)'))
    .orderBy('y.id');
  return pageOf(query, rows, filter);
}

export async function listPriceTiers(db: Db, filter: ListFilter<'tune-pricing-tiers'>) {
  let query = db.selectFrom('tune_pricing_tiers as p');
  if (filter.search) query = query.where('p.name', 'ilike', containing(filter.search));
  const rows = query
    .select([
      'p.id',
      'p.name',
      'p.position',
      'p.updated_at',
      sql<number>`(select count(*)::integer from tunes where tier_id = p.id)`.as('tune_count'),
    ])
    .orderBy(sorted(filter.sort, { name: 'lower(p.name)', updated_at: 'p.updated_at' }, 'p.position, lower(p.name)'))
    .orderBy('p.id');
  const page = await pageOf(query, rows, filter);
  const prices = await readPrices(
    db,
    'tier',
    page.data.map((tier) => tier.id),
  );
  return { ...page, data: page.data.map((tier) => ({ ...tier, prices: prices.get(tier.id) ?? [] })) };
}

export async function listTools(db: Db, filter: ListFilter<'tools'>) {
  let query = db.selectFrom('tools as t');
  if (filter.search) query = query.where('t.name', 'ilike', containing(filter.search));
  const rows = query
    .selectAll('t')
    .select(sql<number>`(select count(*)::integer from tune_tools where tool_id = t.id)`.as('tune_count'))
    .orderBy(sorted(filter.sort, { name: 'lower(t.name)', updated_at: 't.updated_at' }, 't.position, lower(t.name)'))
    .orderBy('t.id');
  const page = await pageOf(query, rows, filter);
  return {
    ...page,
    data: page.data.map(({ install_fee_minor, rental_fee_minor, ...tool }) => ({
      ...tool,
      install_fee: amountOf(install_fee_minor, tool.currency),
      rental_fee: amountOrNone(rental_fee_minor, tool.currency),
    })),
  };
}

export async function tuneTypeEntries(db: Db) {
  const rows = await db
    .selectFrom('tune_types as y')
    .leftJoin('tune_type_groups as g', 'g.id', 'y.group_id')
    .select(['y.id', 'y.slug', 'y.name', 'y.is_awd', 'y.is_dsg', 'y.categories', 'y.group_id', 'g.name as group_name'])
    .orderBy('y.position')
    .orderBy('y.id')
    .execute();
  return rows.map(({ group_id, group_name, ...type }) => ({
    ...type,
    group: group_id === null ? null : { id: group_id, name: group_name ?? '' },
  }));
}

export async function tuneTypeGroupEntries(db: Db) {
  const groups = await db
    .selectFrom('tune_type_groups')
    .select(['id', 'slug', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const types = await tuneTypeEntries(db);
  return groups.map((group) => ({ ...group, types: types.filter((type) => type.group?.id === group.id) }));
}
