import { powerUnits, torqueUnits } from '@tuneport/domain/catalog/dyno';
import type { AccessRule } from '@tuneport/domain/identity/permissions';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { History, type RecordNoun, recordCalls } from '../records.ts';
import { Id, IdParams, numberFrom, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';
import {
  changeShapes,
  newShapes,
  type RecordKindName,
  recordKinds,
  recordShapes,
  rowShapes,
} from './catalog-admin-shapes.ts';
import { KitNode } from './kit-builder.ts';
import { aspirations, categorySlugs, fuels, transmissionKinds } from './vehicle-shapes.ts';

const filters = {
  makes: {},
  years: { make_id: Id.optional() },
  models: { make_id: Id.optional(), year_id: Id.optional() },
  engines: {
    make_id: Id.optional(),
    model_id: Id.optional(),
    fuel: z.enum(fuels).optional(),
    aspiration: z.enum(aspirations).optional(),
    tune_id: Id.optional(),
    tunes: z.enum(['some', 'none']).optional(),
  },
  transmissions: {
    make_id: Id.optional(),
    engine_id: Id.optional(),
    kind: z.enum(transmissionKinds).optional(),
    tune_id: Id.optional(),
  },
  tunes: {
    tier_id: Id.optional(),
    tune_type_id: Id.optional(),
    tool_id: Id.optional(),
    engine_id: Id.optional(),
    lacks: z.enum(['tools', 'prices', 'vehicles']).optional(),
  },
  guides: { make_id: Id.optional() },
  'tune-types': { group_id: Id.optional() },
  'tune-type-groups': {},
  'tune-pricing-tiers': {},
  tools: {},
};
type ListedKind = keyof typeof filters;
export type ListFilter<K extends ListedKind> = z.output<typeof PageQuery> & z.output<z.ZodObject<(typeof filters)[K]>>;

const calls = ['create', 'read', 'update', 'delete'] as const;
const withList = ['list', ...calls] as const;

type CatalogNoun<P, K extends RecordKindName, C> = {
  readonly path: P;
  readonly one: string;
  readonly many: string;
  readonly read: 'catalog.read';
  readonly write: AccessRule;
  readonly row: (typeof rowShapes)[K];
  readonly record: (typeof recordShapes)[K];
  readonly create: (typeof newShapes)[K];
  readonly change: (typeof changeShapes)[K];
  readonly filters: (typeof filters)[K];
  readonly calls: C;
};

/** A kind of catalogue record. Their history is one call for all kinds. */
const noun = <const P extends `/${string}`, const K extends RecordKindName, const C extends RecordNoun['calls']>(
  path: P,
  kind: K,
  [one, many]: readonly [string, string],
  calls: C,
  write: AccessRule = 'catalog.write',
): CatalogNoun<P, K, C> => ({
  path,
  one,
  many,
  read: 'catalog.read',
  write,
  row: rowShapes[kind],
  record: recordShapes[kind],
  create: newShapes[kind],
  change: changeShapes[kind],
  filters: filters[kind],
  calls,
});

export const catalogNouns = {
  makes: noun('/v1/admin/ecu/makes', 'makes', ['a make', 'makes'], withList),
  years: noun('/v1/admin/ecu/years', 'years', ['a year of a make', 'years'], withList),
  models: noun('/v1/admin/ecu/models', 'models', ['a model', 'models'], withList),
  engines: noun('/v1/admin/ecu/engines', 'engines', ['an engine', 'engines'], withList),
  transmissions: noun('/v1/admin/ecu/transmissions', 'transmissions', ['a transmission', 'transmissions'], withList),
  tunes: noun('/v1/admin/ecu/tunes', 'tunes', ['a tune', 'tunes'], withList),
  guides: noun('/v1/admin/ecu/guides', 'guides', ['a guide', 'guides'], withList),
  tools: noun('/v1/admin/ecu/tools', 'tools', ['a tool', 'tools'], withList, 'catalog.settings'),
  'tune-pricing-tiers': noun('/tune-pricing-tiers', 'tune-pricing-tiers', ['a price tier', 'price tiers'], withList),
  // Both are listed by a public call under the same path.
  'tune-types': noun('/tune-types', 'tune-types', ['a tune type', 'tune types'], calls),
  'tune-type-groups': noun('/tune-type-groups', 'tune-type-groups', ['a tune type group', 'tune type groups'], calls),
};

const Ref = z.object({ id: z.number(), name: z.string() });
const catalogCache = { area: 'catalog', maxAgeS: 60 } as const;

const TuneTypeEntry = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  is_awd: z.boolean(),
  is_dsg: z.boolean(),
  group: Ref.nullable(),
  categories: z.array(z.string()),
});

const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);
const SeoTexts = z.object({
  make: Ref,
  title: z.string(),
  description: z.string(),
  text: z.string(),
  updated_at: WireDate,
});

/** Engines or transmissions selected by criteria instead of by id. */
const EngineChoice = z.strictObject({
  make_id: Id.optional(),
  model_id: Id.optional(),
  fuel: z.enum(fuels).optional(),
  aspiration: z.enum(aspirations).optional(),
  search: z.string().trim().max(200).optional(),
});
const TransmissionChoice = z.strictObject({
  make_id: Id.optional(),
  kind: z.enum(transmissionKinds).optional(),
  search: z.string().trim().max(200).optional(),
});
const MassAttachInput = z.strictObject({
  engine_ids: z.array(Id).max(5000).default([]),
  transmission_ids: z.array(Id).max(5000).default([]),
  engines: EngineChoice.nullable().default(null),
  transmissions: TransmissionChoice.nullable().default(null),
  /** Records that match but do not get the tune. */
  except_ids: z.array(Id).max(5000).default([]),
  dry_run: z.boolean().default(false),
});
const Attached = z.object({
  attached: z.number(),
  already_attached: z.number(),
  /** A sample of the newly attached ones. */
  sample: z.array(Ref),
  /** All newly attached ones, to take the tune away from them again. */
  ids: z.array(z.number()),
});

const duplicateEntities = ['makes', 'models', 'engines', 'transmissions', 'tunes'] as const;
export type DuplicateEntity = (typeof duplicateEntities)[number];
const Entity = z.enum(duplicateEntities, 'Choose records to compare.');

const settingFields = {
  default_regions: z
    .array(z.union([z.literal(1), z.literal(2)]))
    .min(1, 'Choose at least one region for new records.')
    .refine((list) => new Set(list).size === list.length, 'Each region can be listed only once.'),
  default_tier_id: Id.nullable(),
  horsepower_unit: z.enum(powerUnits, 'Choose a unit from the list.'),
  torque_unit: z.enum(torqueUnits, 'Choose a unit from the list.'),
};
export const CatalogSettings = z.strictObject(settingFields);
const SettingsRecord = z.object({ ...settingFields, default_tier_id: z.number().nullable(), updated_at: WireDate });

const DynoRun = z.object({
  id: z.number(),
  tune: Ref,
  label: z.string(),
  source: z.string(),
  points: z.number(),
  created_at: WireDate,
});

export const catalogAdmin = {
  'GET /tune-types': {
    summary: 'Lists tune types.',
    access: 'public',
    reply: z.array(TuneTypeEntry),
    publicCache: catalogCache,
  },
  ...recordCalls(catalogNouns['tune-types']),
  'GET /tune-type-groups': {
    summary: 'Lists tune type groups with their types.',
    access: 'public',
    reply: z.array(
      z.object({
        id: z.number(),
        slug: z.string(),
        name: z.string(),
        types: z.array(TuneTypeEntry.omit({ group: true })),
      }),
    ),
    publicCache: catalogCache,
  },
  ...recordCalls(catalogNouns['tune-type-groups']),
  ...recordCalls(catalogNouns['tune-pricing-tiers']),

  ...recordCalls(catalogNouns.makes),
  ...recordCalls(catalogNouns.years),
  ...recordCalls(catalogNouns.models),
  ...recordCalls(catalogNouns.engines),
  ...recordCalls(catalogNouns.transmissions),
  ...recordCalls(catalogNouns.tunes),
  ...recordCalls(catalogNouns.guides),
  'GET /v1/admin/ecu/tune-types': {
    summary: 'Lists tune types for the editor.',
    access: 'catalog.read',
    query: PageQuery.extend(filters['tune-types']),
    reply: Page(rowShapes['tune-types']),
  },
  ...recordCalls(catalogNouns.tools),

  'GET /v1/admin/ecu/choices': {
    summary: "Lists the options for the editor's selects: makes, tune types, groups, price tiers and tools.",
    access: 'catalog.read',
    reply: z.object({
      makes: z.array(Ref),
      tune_types: z.array(Ref),
      tune_type_groups: z.array(Ref),
      tiers: z.array(Ref),
      tools: z.array(Ref),
      categories: z.array(z.object({ slug: z.enum(categorySlugs), name: z.string() })),
      currencies: z.array(z.string()),
      defaults: SettingsRecord.omit({ updated_at: true }),
    }),
  },
  'GET /v1/admin/ecu/browse': {
    summary: 'Lists the records below a make, model and year, by URL slug.',
    access: 'catalog.read',
    query: z.object({
      make: z.string().max(120).optional(),
      model: z.string().max(120).optional(),
      year: z.string().max(20).optional(),
    }),
    reply: z.object({
      make: Ref.nullable(),
      model: Ref.nullable(),
      year: Ref.nullable(),
      of: z.enum(['makes', 'models', 'years', 'engines']),
      entries: z.array(z.object({ id: z.number(), slug: z.string(), name: z.string(), count: z.number() })),
    }),
    refuses: ['not_found'],
  },
  'GET /v1/admin/ecu/history': {
    summary: 'Lists the changes to a record: who, when and what.',
    access: 'catalog.read',
    query: z.object({
      kind: z.enum([...recordKinds, 'seo', 'settings']),
      id: Id,
      page: numberFrom(z.number().int().min(1).max(100_000)).default(1),
    }),
    reply: History,
  },
  'POST /v1/admin/ecu/bulk-edit': {
    summary: 'Updates the same fields of many records at once: all of them or none.',
    access: 'catalog.write',
    body: z.strictObject({
      kind: z.enum(['makes', 'models', 'engines', 'transmissions', 'tunes', 'guides', 'tune-types']),
      ids: z.array(Id).min(1, 'Choose at least one record.').max(500, 'Choose at most 500 records.'),
      change: z.record(z.string(), z.unknown()),
    }),
    reply: z.object({ changed: z.number(), unchanged: z.number() }),
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },

  'GET /v1/admin/ecu/makes/:id/seo': {
    summary: 'Returns the SEO texts of a make.',
    access: 'catalog.read',
    params: IdParams,
    reply: SeoTexts,
    refuses: ['not_found'],
  },
  'PUT /v1/admin/ecu/makes/:id/seo': {
    summary: 'Stores the SEO texts of a make.',
    access: 'catalog.write',
    params: IdParams,
    body: z.strictObject({
      title: text('The title', 120),
      description: text('The description', 320),
      text: text('The text', 20_000),
    }),
    reply: SeoTexts,
    precondition: true,
    refuses: ['not_found', 'invalid_fields', 'stale_record'],
  },
  'GET /v1/admin/ecu/makes/:id/logo': {
    summary: 'Returns the logo of a make, if it has one.',
    access: 'catalog.read',
    params: IdParams,
    reply: z.object({ logo_url: z.string().nullable() }),
    refuses: ['not_found'],
  },
  'POST /v1/admin/ecu/makes/:id/logo': {
    summary: 'Uploads and re-encodes the logo of a make.',
    access: 'catalog.write',
    params: IdParams,
    body: z.object({}),
    reply: z.object({ logo_url: z.string().nullable() }),
    upload: { maxBytes: 5 * 1024 * 1024, maxFiles: 1 },
    refuses: ['not_found', 'invalid_fields', 'too_large'],
  },
  'DELETE /v1/admin/ecu/makes/:id/logo': {
    summary: 'Removes the logo of a make.',
    access: 'catalog.write',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'POST /v1/admin/ecu/tunes/:id/mass-attach': {
    summary: 'Attaches a tune to many engines or transmissions at once; a dry run only counts.',
    access: 'catalog.write',
    params: IdParams,
    body: MassAttachInput,
    reply: z.object({ dry_run: z.boolean(), engines: Attached, transmissions: Attached }),
    refuses: ['not_found', 'invalid_fields'],
  },
  'POST /v1/admin/ecu/tunes/:id/mass-detach': {
    summary: 'Takes a tune away from engines or transmissions, to undo an attachment to many.',
    access: 'catalog.write',
    params: IdParams,
    body: z.strictObject({
      engine_ids: z.array(Id).max(20_000).default([]),
      transmission_ids: z.array(Id).max(20_000).default([]),
    }),
    reply: z.object({ engines: z.number(), transmissions: z.number() }),
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/admin/ecu/tunes/prices-csv': {
    summary: 'Exports the prices of all tunes as a CSV file that can be edited and imported.',
    access: 'catalog.read',
    reply: null,
    raw: true,
  },
  'POST /v1/admin/ecu/tunes/prices-csv': {
    summary:
      'Imports tune prices from a CSV file: all rows or, if one is invalid, none. A dry run only lists the changes.',
    access: 'catalog.write',
    body: z.object({ dry_run: z.enum(['true', 'false']).default('true') }),
    reply: z.object({
      dry_run: z.boolean(),
      lines: z.number(),
      changed: z.number(),
      unchanged: z.number(),
      /** A sample of the tunes that change. */
      sample: z.array(z.object({ id: z.number(), name: z.string(), before: z.string(), after: z.string() })),
    }),
    upload: { maxBytes: 5 * 1024 * 1024, maxFiles: 1 },
    refuses: ['invalid_fields', 'too_large'],
  },
  'GET /v1/admin/ecu/duplicates': {
    summary: 'Lists records whose names differ only in case, spaces or punctuation.',
    access: 'catalog.read',
    query: z.object({
      entity: Entity.default('makes'),
      page: numberFrom(z.number().int().min(1).max(100_000)).default(1),
    }),
    reply: Page(
      z.object({
        key: z.string(),
        within: z.string().nullable(),
        records: z.array(
          z.object({ id: z.number(), name: z.string(), detail: z.string(), uses: z.number(), updated_at: WireDate }),
        ),
      }),
    ),
  },
  'POST /v1/admin/ecu/duplicates/merge': {
    summary: 'Merges duplicates into one record and moves everything that refers to them; a dry run only counts.',
    access: 'catalog.settings',
    body: z.strictObject({
      entity: Entity,
      kept_id: Id,
      merged_ids: z.array(Id).min(1, 'Choose records to merge.').max(50, 'Choose at most 50 records.'),
      dry_run: z.boolean().default(false),
    }),
    reply: z.object({
      dry_run: z.boolean(),
      kept: Ref,
      moved: z.array(z.object({ what: z.string(), count: z.number() })),
    }),
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
  'GET /v1/admin/ecu/settings': {
    summary: 'Returns the catalogue settings.',
    access: 'catalog.settings.read',
    reply: SettingsRecord,
  },
  'PUT /v1/admin/ecu/settings': {
    summary: 'Stores the catalogue settings.',
    access: 'catalog.settings',
    body: CatalogSettings,
    reply: SettingsRecord,
    precondition: true,
    refuses: ['invalid_fields', 'stale_record'],
  },
  'GET /v1/admin/ecu/system': {
    summary: 'Returns record counts and missing data in the catalogue.',
    access: 'catalog.settings.read',
    reply: z.object({
      counts: z.array(z.object({ key: z.string(), label: z.string(), count: z.number() })),
      lacks: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          kind: z.enum(recordKinds),
          count: z.number(),
          sample: z.array(Ref),
        }),
      ),
      version: z.string(),
    }),
  },
  'POST /v1/admin/ecu/system/refresh': {
    summary: 'Clears the response cache of the catalogue.',
    access: 'catalog.settings',
    reply: z.object({ version: z.string() }),
  },

  'GET /v1/admin/kit-builder/tree': {
    summary: 'Returns the editable decision tree of the kit builder, or null if there is none.',
    access: 'catalog.settings.read',
    reply: z.object({ tree: KitNode.nullable(), tunes: z.array(Ref), updated_at: WireDate, shown: z.boolean() }),
  },
  'PUT /v1/admin/kit-builder/tree': {
    summary: 'Stores the decision tree of the kit builder.',
    access: 'catalog.settings',
    body: z.strictObject({ tree: KitNode }),
    reply: z.object({ tree: KitNode, tunes: z.array(Ref), updated_at: WireDate, shown: z.boolean() }),
    precondition: true,
    refuses: ['invalid_fields', 'stale_record'],
  },

  'GET /v1/admin/ecu/dyno': {
    summary: 'Lists dyno runs with their tunes.',
    access: 'catalog.read',
    query: PageQuery.extend({ tune_id: Id.optional(), source: z.enum(['upload', 'calculated']).optional() }),
    reply: Page(DynoRun),
  },
  'POST /dyno-csv': {
    summary: 'Stores a dyno run from a CSV file with an rpm column and any of the five power columns.',
    access: 'catalog.write',
    body: z.object({
      tune: numberFrom(z.number({ error: 'Choose a tune.' }).int().min(1, 'Choose a tune.').max(2_147_483_647)),
      label: requiredText('The label', 100),
    }),
    reply: DynoRun,
    status: 201,
    upload: { maxBytes: 2 * 1024 * 1024, maxFiles: 1 },
    refuses: ['invalid_fields', 'not_found', 'too_large'],
  },
  'DELETE /dyno-csv/:id': {
    summary: 'Deletes a dyno run.',
    access: 'catalog.write',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
