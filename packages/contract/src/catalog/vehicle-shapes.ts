import { isVehicleYear } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { z } from 'zod';

export const Slug = z.string().min(1).max(120);
export const Year = z.string().max(20).refine(isVehicleYear);

export const fuels = ['petrol', 'diesel', 'flex', 'cng', 'lpg', 'electric', 'hydrogen', 'other'] as const;
export const aspirations = ['natural', 'turbo', 'supercharged', 'twincharged', 'electric'] as const;
export const hybrids = ['none', 'hybrid', 'plug-in'] as const;
export const transmissionKinds = ['manual', 'automatic', 'dual-clutch', 'cvt', 'direct'] as const;
export const categorySlugs = [
  'engine',
  'turbo',
  'performance',
  'eco',
  'tcu',
  'stage-1',
  'stage-2',
  'stage-3',
  'stage-4',
  'diesel-tuning',
] as const;

export const entry = { id: z.number(), slug: z.string(), name: z.string() };
/** Popular makes are first; hidden ones are reachable only by search and URL. */
export const makeProminences = ['popular', 'listed', 'hidden'] as const;
export const Make = z
  .object({ ...entry, logo_url: z.string().nullable(), prominence: z.enum(makeProminences) })
  .meta({ id: 'Make' });
export const YearEntry = z.object(entry).meta({ id: 'Year' });
/** `family` groups models: 320i and 328i belong to the 3 Series. */
export const Model = z.object({ ...entry, family: z.string() }).meta({ id: 'Model' });
/** Facts of a model in its year, or of the vehicle once its engine is known, besides its name. */
const NamedModel = Model.extend({
  trims: z.array(z.string()),
  bodies: z.array(z.string()),
  drives: z.array(z.string()),
}).meta({ id: 'NamedModel' });
export const engineFacts = {
  ...entry,
  generation: z.string(),
  code: z.string(),
  displacement_l: z.number().nullable(),
  cylinders: z.number().nullable(),
  fuel: z.enum(fuels),
  aspiration: z.enum(aspirations),
  hybrid: z.enum(hybrids),
};
/** `tunes` counts purchasable tunes, so without stock; with 0 the page offers a notification. */
export const Engine = z.object({ ...engineFacts, tunes: z.number() }).meta({ id: 'Engine' });
export const transmissionFacts = {
  ...entry,
  code: z.string(),
  kind: z.enum(transmissionKinds),
  gears: z.number().nullable(),
  awd: z.boolean(),
};
export const Transmission = z.object({ ...transmissionFacts, tunes: z.number() }).meta({ id: 'Transmission' });

/** The vehicle named by a URL, each part with its id and name; parts not in the URL are null. */
export const Vehicle = z
  .object({
    make: Make.nullable(),
    year: YearEntry.nullable(),
    model: NamedModel.nullable(),
    engine: Engine.nullable(),
    transmission: Transmission.nullable(),
    /** The transmissions of the engine in this vehicle; empty until the engine is known. */
    transmissions: z.array(Transmission),
    seo: z.object({ title: z.string(), description: z.string(), text: z.string() }).nullable(),
  })
  .meta({ id: 'Vehicle' });

export const VehicleQuery = z.object({
  make: Slug.optional(),
  year: Year.optional(),
  model: Slug.optional(),
  engine: Slug.optional(),
  transmission: Slug.optional(),
});

export const SearchHit = z
  .object({
    path: z.string(),
    label: z.string(),
    make: z.object(entry),
    year: z.object(entry).nullable(),
    model: z.object(entry).nullable(),
    engine: z.object(entry).nullable(),
    transmission: z.object(entry).nullable(),
  })
  .meta({ id: 'VehicleHit' });
