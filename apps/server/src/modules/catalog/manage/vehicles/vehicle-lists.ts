import type { ListFilter } from '@tuneport/contract/catalog/catalog-admin';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { containing, pageOf } from '../../../../platform/db/lists/page.ts';
import type { MakeRow } from '../../vehicle-queries.ts';
import { sorted } from '../sorted.ts';

// Lists of makes, models, years and engines. Counts are subselects, so they run for one page instead of all rows.

/** The name as the editor shows it, so that it can be searched: "Volkswagen Golf R". */
const named = (alias: string) => sql<string>`m.name || ' ' || ${sql.ref(`${alias}.name`)}`;

export function filteredMakes(db: Db, filter: Omit<ListFilter<'makes'>, 'page'>) {
  const query = db.selectFrom('makes as m').leftJoin('seo_texts as s', 's.make_id', 'm.id');
  if (!filter.search) return query;
  const like = containing(filter.search);
  return query.where((is) => is.or([is('m.name', 'ilike', like), is('m.slug', 'ilike', like)]));
}

export function listMakes(db: Db, filter: ListFilter<'makes'>) {
  const query = filteredMakes(db, filter);
  const rows = query
    .select([
      'm.id',
      'm.name',
      'm.slug',
      sql<MakeRow['prominence']>`m.prominence`.as('prominence'),
      'm.regions',
      'm.updated_at',
      sql<number>`(select count(*)::integer from years where make_id = m.id)`.as('year_count'),
      sql<number>`(select count(*)::integer from models where make_id = m.id)`.as('model_count'),
      sql<number>`(select count(*)::integer from engines where make_id = m.id)`.as('engine_count'),
      sql<string>`coalesce(s.title, '')`.as('seo_title'),
      sql<string>`coalesce(s.description, '')`.as('seo_description'),
    ])
    .orderBy(sorted(filter.sort, { name: 'lower(m.name)', updated_at: 'm.updated_at' }, 'lower(m.name)'))
    .orderBy('m.id');
  return pageOf(query, rows, filter);
}

export function listYears(db: Db, filter: ListFilter<'years'>) {
  let query = db.selectFrom('years as y').innerJoin('makes as m', 'm.id', 'y.make_id');
  if (filter.make_id !== undefined) query = query.where('y.make_id', '=', filter.make_id);
  if (filter.search) query = query.where('y.year', 'ilike', containing(filter.search));
  const rows = query
    .select([
      'y.id',
      'y.make_id',
      'm.name as make_name',
      'y.year',
      'y.updated_at',
      sql<number>`(select count(*)::integer from model_years where year_id = y.id)`.as('model_count'),
    ])
    .orderBy(sorted(filter.sort, { year: 'y.rank', updated_at: 'y.updated_at' }, 'lower(m.name), y.rank desc'))
    .orderBy('y.id');
  return pageOf(query, rows, filter);
}

export function listModels(db: Db, filter: ListFilter<'models'>) {
  let query = db.selectFrom('models as o').innerJoin('makes as m', 'm.id', 'o.make_id');
  if (filter.make_id !== undefined) query = query.where('o.make_id', '=', filter.make_id);
  if (filter.year_id !== undefined) {
    const year = filter.year_id;
    query = query.where((is) =>
      is.exists(is.selectFrom('model_years as my').whereRef('my.model_id', '=', 'o.id').where('my.year_id', '=', year)),
    );
  }
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) => is.or([is(named('o'), 'ilike', like), is('o.family', 'ilike', like)]));
  }
  const rows = query
    .select([
      'o.id',
      'o.make_id',
      'm.name as make_name',
      'o.name',
      'o.slug',
      'o.family',
      'o.regions',
      'o.updated_at',
      sql<number>`(select count(*)::integer from model_years where model_id = o.id)`.as('year_count'),
      sql<number>`(select count(*)::integer from model_years my join vehicles v on v.year_id = my.year_id
        and v.model_id = my.model_id where my.model_id = o.id)`.as('vehicle_count'),
    ])
    .orderBy(
      sorted(
        filter.sort,
        { name: 'lower(o.name)', make_name: 'lower(m.name)', updated_at: 'o.updated_at' },
        'lower(m.name), lower(o.name)',
      ),
    )
    .orderBy('o.id');
  return pageOf(query, rows, filter);
}

export function listEngines(db: Db, filter: ListFilter<'engines'>) {
  const query = filteredEngines(db, filter);
  const rows = query
    .select([
      'e.id',
      'e.make_id',
      'm.name as make_name',
      'e.name',
      'e.slug',
      'e.generation',
      'e.code',
      sql<string | null>`trim_scale(e.displacement_l)::text`.as('displacement_l'),
      'e.cylinders',
      'e.fuel',
      'e.aspiration',
      'e.hybrid',
      'e.regions',
      'e.updated_at',
      sql<number>`(select count(*)::integer from vehicles where engine_id = e.id)`.as('vehicle_count'),
      sql<number>`(select count(*)::integer from engine_tunes where engine_id = e.id)`.as('tune_count'),
    ])
    .orderBy(
      sorted(
        filter.sort,
        {
          name: 'lower(e.name)',
          make_name: 'lower(m.name)',
          displacement_l: 'e.displacement_l',
          updated_at: 'e.updated_at',
        },
        'lower(m.name), lower(e.name), e.generation',
      ),
    )
    .orderBy('e.id');
  return pageOf(query, rows, filter);
}

export type EngineChoice = Partial<Omit<ListFilter<'engines'>, 'page' | 'sort'>>;

export function filteredEngines(db: Db, filter: EngineChoice) {
  let query = db.selectFrom('engines as e').innerJoin('makes as m', 'm.id', 'e.make_id');
  if (filter.make_id !== undefined) query = query.where('e.make_id', '=', filter.make_id);
  if (filter.fuel) query = query.where('e.fuel', '=', filter.fuel);
  if (filter.aspiration) query = query.where('e.aspiration', '=', filter.aspiration);
  if (filter.model_id !== undefined) {
    const model = filter.model_id;
    query = query.where(
      sql<boolean>`exists (select from model_years my join vehicles v on v.year_id = my.year_id and v.model_id = my.model_id
        where my.model_id = ${model} and v.engine_id = e.id)`,
    );
  }
  if (filter.tune_id !== undefined)
    query = query.where(
      sql<boolean>`exists (select from engine_tunes where engine_id = e.id and tune_id = ${filter.tune_id})`,
    );
  if (filter.tunes)
    query = query.where(
      sql<boolean>`exists (select from engine_tunes where engine_id = e.id) = ${filter.tunes === 'some'}`,
    );
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) =>
      is.or([is(named('e'), 'ilike', like), is('e.code', 'ilike', like), is('e.slug', 'ilike', like)]),
    );
  }
  return query;
}

export function listTransmissions(db: Db, filter: ListFilter<'transmissions'>) {
  const query = filteredTransmissions(db, filter);
  const rows = query
    .select([
      't.id',
      't.make_id',
      'm.name as make_name',
      't.name',
      't.slug',
      't.kind',
      't.gears',
      't.awd',
      't.code',
      't.regions',
      't.updated_at',
      sql<number>`(select count(*)::integer from engine_transmissions where transmission_id = t.id)`.as('engine_count'),
      sql<number>`(select count(*)::integer from transmission_tunes where transmission_id = t.id)`.as('tune_count'),
    ])
    .orderBy(
      sorted(
        filter.sort,
        { name: 'lower(t.name)', make_name: 'lower(m.name)', gears: 't.gears', updated_at: 't.updated_at' },
        'lower(m.name), lower(t.name)',
      ),
    )
    .orderBy('t.id');
  return pageOf(query, rows, filter);
}

export type TransmissionChoice = Partial<Omit<ListFilter<'transmissions'>, 'page' | 'sort'>>;

export function filteredTransmissions(db: Db, filter: TransmissionChoice) {
  let query = db.selectFrom('transmissions as t').innerJoin('makes as m', 'm.id', 't.make_id');
  if (filter.make_id !== undefined) query = query.where('t.make_id', '=', filter.make_id);
  if (filter.kind) query = query.where('t.kind', '=', filter.kind);
  if (filter.engine_id !== undefined)
    query = query.where(
      sql<boolean>`exists (select from engine_transmissions where transmission_id = t.id and engine_id = ${filter.engine_id})`,
    );
  if (filter.tune_id !== undefined)
    query = query.where(
      sql<boolean>`exists (select from transmission_tunes where transmission_id = t.id and tune_id = ${filter.tune_id})`,
    );
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) =>
      is.or([is(named('t'), 'ilike', like), is('t.code', 'ilike', like), is('t.slug', 'ilike', like)]),
    );
  }
  return query;
}

export function filteredGuides(db: Db, filter: Omit<ListFilter<'guides'>, 'page'>) {
  let query = db
    .selectFrom('guides as g')
    .leftJoin('makes as m', 'm.id', 'g.make_id')
    .leftJoin('years as y', 'y.id', 'g.year_id')
    .leftJoin('models as o', 'o.id', 'g.model_id')
    .leftJoin('engines as e', 'e.id', 'g.engine_id')
    .leftJoin('transmissions as t', 't.id', 'g.transmission_id');
  if (filter.make_id !== undefined) query = query.where('g.make_id', '=', filter.make_id);
  if (filter.search) query = query.where('g.title', 'ilike', containing(filter.search));
  return query;
}

export function listGuides(db: Db, filter: ListFilter<'guides'>) {
  const query = filteredGuides(db, filter);
  const rows = query
    .select([
      'g.id',
      'g.title',
      'g.make_id',
      'm.name as make_name',
      'g.year_id',
      'y.year as year_name',
      'g.model_id',
      'o.name as model_name',
      'g.engine_id',
      'e.name as engine_name',
      'g.transmission_id',
      't.name as transmission_name',
      'g.regions',
      'g.updated_at',
    ])
    .orderBy(sorted(filter.sort, { title: 'lower(g.title)', updated_at: 'g.updated_at' }, 'lower(g.title)'))
    .orderBy('g.id');
  return pageOf(query, rows, filter);
}
