import { identityKey, reservedMakeSlugs, slugOf } from '@tuneport/domain/site/slug';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { engineGeneration, type NamedEngine } from './name-engine.ts';
import type { VehicleRecord } from './read-vehicle.ts';

type Known<T = { id: number }> = Map<string, T>;

/** Every record that a row may reference, by its natural key. Loaded once, then kept in sync with what is stored. */
export type Directory = {
  readonly makes: Known<{ id: number; slug: string; slugs: Set<string>; inRegion: boolean; name: string }>;
  readonly makeSlugs: Set<string>;
  readonly years: Known;
  readonly models: Known<{ id: number; slug: string }>;
  /** Slugs of aliases that are already stored. */
  readonly aliases: Set<string>;
  readonly engines: Known<{ id: number; slug: string }>;
  readonly transmissions: Known;
};

export const keyOf = identityKey;
/** The separator between words does not matter: 'ALFA-ROMEO' and 'Alfa Romeo' are the same make. */
export const makeKeyOf = slugOf;

export async function readDirectory(db: Db, region: Region): Promise<Directory> {
  const [makes, years, models, engines, transmissions, aliases] = await Promise.all([
    db.selectFrom('makes').select(['id', 'name', 'slug', 'regions']).execute(),
    db.selectFrom('years').select(['id', 'make_id', 'year']).execute(),
    db.selectFrom('models').select(['id', 'make_id', 'name', 'slug']).execute(),
    db.selectFrom('engines').select(['id', 'make_id', 'slug', 'generation']).execute(),
    db.selectFrom('transmissions').select(['id', 'make_id', 'slug']).execute(),
    db.selectFrom('model_aliases').select(['make_slug', 'slug']).execute(),
  ]);
  const slugs = new Map(makes.map(({ id }) => [id, new Set(reservedMakeSlugs)]));
  for (const { make_id, slug } of models) slugs.get(make_id)?.add(slug);
  return {
    makes: new Map(
      makes.map(({ id, name, slug, regions }) => [
        makeKeyOf(name),
        { id, name, slug, slugs: slugs.get(id) ?? new Set(), inRegion: regions.includes(region) },
      ]),
    ),
    makeSlugs: new Set([...reservedMakeSlugs, ...makes.map(({ slug }) => slug)]),
    years: new Map(years.map(({ id, make_id, year }) => [`${make_id} ${year}`, { id }])),
    models: new Map(models.map(({ id, make_id, name, slug }) => [`${make_id} ${keyOf(name)}`, { id, slug }])),
    aliases: new Set(aliases.map(({ make_slug, slug }) => `${make_slug} ${slug}`)),
    engines: new Map(
      engines.map(({ id, make_id, slug, generation }) => [`${make_id} ${slug} ${generation}`, { id, slug }]),
    ),
    transmissions: new Map(transmissions.map(({ id, make_id, slug }) => [`${make_id} ${slug}`, { id }])),
  };
}

export const makeOf = (directory: Directory, record: VehicleRecord) => {
  const make = directory.makes.get(makeKeyOf(record.make));
  if (!make) throw new Error(`the make ${record.make} was not stored`);
  return make;
};

export const modelOf = (directory: Directory, makeId: number, record: VehicleRecord) => {
  const model = directory.models.get(`${makeId} ${keyOf(record.model)}`);
  if (!model) throw new Error(`the model ${record.model} was not stored`);
  return model;
};

export const engineKey = (makeId: number, facts: NamedEngine, year: string) =>
  `${makeId} ${facts.slug} ${engineGeneration(facts, year)}`;
