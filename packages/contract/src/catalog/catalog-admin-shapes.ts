import { powerUnits, torqueUnits } from '@tuneport/domain/catalog/dyno';
import { canonicalYear, isModelYear } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { roleDiscountKeys } from '@tuneport/domain/identity/permissions';
import { currencyCodes } from '@tuneport/domain/money/money';
import { reservedMakeSlugs, reservedSlugs } from '@tuneport/domain/site/slug';
import { z } from 'zod';
import { Id, numberFrom, WireDate } from '../shapes.ts';
import { figureBases } from './tune-shapes.ts';
import { aspirations, categorySlugs, fuels, hybrids, makeProminences, transmissionKinds } from './vehicle-shapes.ts';

// Catalogue records as editors read and write them. A relation is a list field like any other, so that stale saves, the
// history and merges handle it the same way.

export const recordKinds = [
  'makes',
  'years',
  'models',
  'engines',
  'transmissions',
  'tunes',
  'guides',
  'tune-types',
  'tune-type-groups',
  'tune-pricing-tiers',
  'tools',
] as const;
export type RecordKindName = (typeof recordKinds)[number];

const required = (label: string, max = 200) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(max, `${label} can have at most ${max} characters.`);
const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);
const chosen = (label: string) =>
  numberFrom(
    z
      .number({ error: `Choose ${label}.` })
      .int(`Choose ${label}.`)
      .min(1, `Choose ${label}.`)
      .max(2_147_483_647),
  );
const chosenOrNone = (label: string) => chosen(label).nullable();

const unique = (values: readonly unknown[]) => new Set(values).size === values.length;

const refs = (label: string, max = 1000) =>
  z.array(Id).max(max, `${label}: at most ${max}.`).refine(unique, `${label}: list each one only once.`);

/** An integer, also as form text. */
const whole = (label: string, min: number, max: number) =>
  numberFrom(
    z
      .number({ error: `${label} must be a whole number.` })
      .int(`${label} must be a whole number.`)
      .min(min, `${label} must be at least ${min}.`)
      .max(max, `${label} must be at most ${max}.`),
  );

/** A decimal number as text, to avoid rounding; empty means none. */
const decimalOrNone = (label: string, digits: number, places: number) =>
  z
    .union([z.string(), z.number().transform(String)])
    .nullable()
    .transform((value) => (value === null || value.trim() === '' ? null : value.trim()))
    .refine(
      (value) => value === null || new RegExp(`^\\d{1,${digits}}(\\.\\d{1,${places}})?$`).test(value),
      `${label} must be a number with at most ${places} decimals.`,
    );

const Slug = text('The URL slug', 120).regex(
  /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}.-]*$/u,
  'Use lowercase letters, digits, dashes and dots.',
);
const notReserved = (slugs: readonly string[]) => (slug: string) => !slugs.includes(slug);
const reservedText = 'Another page uses this URL slug. Choose another.';
const VehicleSlug = Slug.refine(notReserved(reservedSlugs), reservedText);
/** For makes and models, whose slugs share the URL space with other pages. */
const NameSlug = Slug.refine(notReserved([...reservedSlugs, ...reservedMakeSlugs]), reservedText);
const Regions = z
  .array(z.union([z.literal(1), z.literal(2)]))
  .min(1, 'Choose at least one region.')
  .refine(unique, 'Each region can be listed only once.');
const Currency = z.enum(currencyCodes as [string, ...string[]], 'Choose a currency from the list.');

const amount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,3})?$/, 'Enter an amount such as 499 or 499.50.');
const amountOrNone = z
  .string()
  .trim()
  .nullable()
  .transform((value) => (value === '' ? null : value))
  .pipe(z.union([z.null(), amount]));

export const PriceRow = z.strictObject({
  currency: Currency,
  baseprice: amount,
  baseaddonprice: amountOrNone,
  dealerprice: amountOrNone,
  dealeraddonprice: amountOrNone,
});
const Prices = z
  .array(PriceRow)
  .max(currencyCodes.length)
  .refine((rows) => unique(rows.map((row) => row.currency)), 'Each currency can be listed only once.');

const RoleDiscount = z.strictObject({
  key: z.enum(roleDiscountKeys, `Choose one of: ${roleDiscountKeys.join(', ')}.`),
  percent: z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, 'Enter a discount such as 10 or 12.5.')
    .refine(
      (value) => Number(value) > 0 && Number(value) <= 100,
      'A discount must be above 0 and at most 100 percent.',
    ),
});
const RoleDiscounts = z
  .array(RoleDiscount)
  .max(20)
  .refine((rows) => unique(rows.map((row) => row.key)), 'Each role can have only one discount.');

const power = (label: string) => decimalOrNone(label, 6, 2);
const gainPercent = (label: string) => decimalOrNone(label, 3, 1);
const horsepowerUnit = z.enum(powerUnits, 'Choose a unit from the list.');
const torqueUnit = z.enum(torqueUnits, 'Choose a unit from the list.');

const notes = {
  description: text('The description', 10_000),
  notes: text('The notes', 10_000),
  staff_notes: text('The staff notes', 10_000),
};
const restrictions = {
  tunes: refs('Tunes', 2000),
  tool_restrictions: refs('Tools', 100),
  other_role_discounts: RoleDiscounts,
};
/** A product of the store by its slug; empty means none. */
const ProductRef = z
  .string()
  .trim()
  .max(120)
  .transform((slug) => slug || null)
  .nullable();
const Position = whole('The sort order', 0, 1_000_000);

/** Writable fields by kind. On creation only the fields listed in `newShapes` are required. */
const recordFields = {
  makes: {
    name: required('The name'),
    slug: NameSlug,
    prominence: z.enum(makeProminences, 'Choose a prominence from the list.'),
    regions: Regions,
  },
  years: {
    make_id: chosen('a make'),
    year: required('The year', 20)
      .overwrite(canonicalYear)
      .refine(isModelYear, 'Enter a year such as 2015 or 2015.5, or Series.'),
  },
  models: {
    make_id: chosen('a make'),
    name: required('The name'),
    slug: NameSlug,
    family: text('The family', 100),
    regions: Regions,
    years: refs('Years', 300),
  },
  engines: {
    make_id: chosen('a make'),
    name: required('The name'),
    slug: VehicleSlug,
    generation: text('The generation', 60),
    code: text('The code', 60),
    displacement_l: decimalOrNone('The displacement', 3, 2),
    cylinders: whole('The number of cylinders', 1, 48).nullable(),
    fuel: z.enum(fuels, 'Choose a fuel from the list.'),
    aspiration: z.enum(aspirations, 'Choose an aspiration from the list.'),
    hybrid: z.enum(hybrids, 'Choose an option from the list.'),
    power_hp: decimalOrNone('The power', 6, 1),
    torque_nm: decimalOrNone('The torque', 6, 1),
    ...notes,
    regions: Regions,
    vehicles: z
      .array(z.strictObject({ model_id: Id, year_id: Id }))
      .max(5000, 'An engine can have at most 5000 vehicles.')
      .refine(
        (rows) => unique(rows.map((row) => `${row.model_id} ${row.year_id}`)),
        'Each vehicle can be listed only once.',
      ),
    transmissions: refs('Transmissions'),
    ...restrictions,
  },
  transmissions: {
    make_id: chosen('a make'),
    name: required('The name'),
    slug: VehicleSlug,
    kind: z.enum(transmissionKinds, 'Choose a type from the list.'),
    gears: whole('The number of gears', 1, 24).nullable(),
    awd: z.boolean(),
    code: text('The code', 60),
    ...notes,
    regions: Regions,
    engines: refs('Engines', 5000),
    ...restrictions,
  },
  tunes: {
    name: required('The name'),
    slug: Slug,
    part_number: text('The part number', 60),
    is_stock: z.boolean(),
    optional: z.boolean(),
    ...notes,
    horsepower: power('The horsepower'),
    horsepower_unit: horsepowerUnit,
    torque: power('The torque'),
    torque_unit: torqueUnit,
    torque_limit: power('The torque limit'),
    torque_limit_unit: torqueUnit,
    crank_horsepower: power('The crank horsepower'),
    crank_horsepower_unit: horsepowerUnit,
    crank_torque: power('The crank torque'),
    crank_torque_unit: torqueUnit,
    figures_basis: z.enum(figureBases, 'Choose a source from the list.'),
    power_gain_percent: gainPercent('The power gain'),
    torque_gain_percent: gainPercent('The torque gain'),
    tier_id: chosenOrNone('a price tier'),
    prices: Prices,
    cost: amountOrNone,
    cost_currency: Currency.nullable(),
    give_split_credits: z.boolean(),
    split_ecu_credit_amt: whole('ECU credits', 0, 1000),
    split_tcu_credit_amt: whole('TCU credits', 0, 1000),
    split_awd_credit_amt: whole('AWD credits', 0, 1000),
    split_credit_dealer_text: text('The dealer text', 2000),
    position: Position,
    regions: Regions,
    tune_types: refs('Tune types', 50),
    tools: refs('Tools', 100),
    requires: refs('Required tunes', 60),
    recommended: refs('Recommended tunes', 60),
  },
  guides: {
    make_id: chosenOrNone('a make'),
    year_id: chosenOrNone('a year'),
    model_id: chosenOrNone('a model'),
    engine_id: chosenOrNone('an engine'),
    transmission_id: chosenOrNone('a transmission'),
    title: required('The title'),
    text: text('The text', 100_000),
    regions: Regions,
  },
  'tune-types': {
    name: required('The name', 100),
    slug: Slug,
    is_awd: z.boolean(),
    is_dsg: z.boolean(),
    group_id: chosenOrNone('a group'),
    categories: z
      .array(z.enum(categorySlugs, 'Choose categories from the list.'))
      .refine(unique, 'Each one can be listed only once.'),
    position: Position,
  },
  'tune-type-groups': {
    name: required('The name', 100),
    slug: Slug,
    position: Position,
    types: refs('Tune types', 200),
  },
  'tune-pricing-tiers': { name: required('The name', 100), position: Position, prices: Prices },
  tools: {
    name: required('The name', 100),
    slug: Slug,
    description: text('The description', 5000),
    install_fee: amount,
    rental_fee: amountOrNone,
    currency: Currency,
    is_fz3: z.boolean(),
    is_fzl: z.boolean(),
    is_benchflash: z.boolean(),
    is_dealer_ownable: z.boolean(),
    is_inhouse: z.boolean(),
    is_rentable: z.boolean(),
    product_slug: ProductRef,
    rental_slug: ProductRef,
    loan_slug: ProductRef,
    position: Position,
  },
} as const satisfies Record<RecordKindName, z.ZodRawShape>;

const change = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape).partial();

export const changeShapes = {
  makes: change(recordFields.makes),
  years: change(recordFields.years),
  models: change(recordFields.models),
  engines: change(recordFields.engines),
  transmissions: change(recordFields.transmissions),
  tunes: change(recordFields.tunes),
  guides: change(recordFields.guides),
  'tune-types': change(recordFields['tune-types']),
  'tune-type-groups': change(recordFields['tune-type-groups']),
  'tune-pricing-tiers': change(recordFields['tune-pricing-tiers']),
  tools: change(recordFields.tools),
};
export type Change<K extends RecordKindName> = z.output<(typeof changeShapes)[K]>;

const named = <S extends z.ZodRawShape, K extends keyof S & string>(shape: S, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<S, K>;

export const newShapes = {
  makes: changeShapes.makes.extend(named(recordFields.makes, 'name')),
  years: changeShapes.years.extend(named(recordFields.years, 'make_id', 'year')),
  models: changeShapes.models.extend(named(recordFields.models, 'make_id', 'name')),
  engines: changeShapes.engines.extend(named(recordFields.engines, 'make_id', 'name')),
  transmissions: changeShapes.transmissions.extend(named(recordFields.transmissions, 'make_id', 'name')),
  tunes: changeShapes.tunes.extend(named(recordFields.tunes, 'name')),
  guides: changeShapes.guides.extend(named(recordFields.guides, 'title')),
  'tune-types': changeShapes['tune-types'].extend(named(recordFields['tune-types'], 'name')),
  'tune-type-groups': changeShapes['tune-type-groups'].extend(named(recordFields['tune-type-groups'], 'name')),
  'tune-pricing-tiers': changeShapes['tune-pricing-tiers'].extend(named(recordFields['tune-pricing-tiers'], 'name')),
  tools: changeShapes.tools.extend(named(recordFields.tools, 'name', 'currency')),
};

// Response shapes. Relations include names, so that a page needs no second request.

const Ref = z.object({ id: z.number(), name: z.string() });
const Refs = z.array(Ref);
const stamp = { id: z.number(), updated_at: WireDate };
const ofMake = { make_id: z.number(), make_name: z.string() };
const regions = z.array(z.number());
const Price = z.object({
  currency: z.string(),
  baseprice: z.string(),
  baseaddonprice: z.string().nullable(),
  dealerprice: z.string().nullable(),
  dealeraddonprice: z.string().nullable(),
});
const allNotes = { description: z.string(), notes: z.string(), staff_notes: z.string() };
const allRestrictions = {
  tunes: Refs,
  tool_restrictions: Refs,
  other_role_discounts: z.array(z.object({ key: z.string(), percent: z.string() })),
};

const makeRow = { ...stamp, name: z.string(), slug: z.string(), prominence: z.enum(makeProminences), regions };
const modelRow = { ...stamp, ...ofMake, name: z.string(), slug: z.string(), family: z.string(), regions };
const engineRow = {
  ...stamp,
  ...ofMake,
  name: z.string(),
  slug: z.string(),
  generation: z.string(),
  code: z.string(),
  displacement_l: z.string().nullable(),
  cylinders: z.number().nullable(),
  fuel: z.string(),
  aspiration: z.string(),
  hybrid: z.string(),
  regions,
};
const transmissionRow = {
  ...stamp,
  ...ofMake,
  name: z.string(),
  slug: z.string(),
  kind: z.string(),
  gears: z.number().nullable(),
  awd: z.boolean(),
  code: z.string(),
  regions,
};
const tuneRow = {
  ...stamp,
  name: z.string(),
  slug: z.string(),
  part_number: z.string(),
  is_stock: z.boolean(),
  optional: z.boolean(),
  tier_id: z.number().nullable(),
  tier_name: z.string().nullable(),
  regions,
  engine_count: z.number(),
  transmission_count: z.number(),
};
const guideRow = {
  ...stamp,
  title: z.string(),
  make_id: z.number().nullable(),
  make_name: z.string().nullable(),
  year_id: z.number().nullable(),
  year_name: z.string().nullable(),
  model_id: z.number().nullable(),
  model_name: z.string().nullable(),
  engine_id: z.number().nullable(),
  engine_name: z.string().nullable(),
  transmission_id: z.number().nullable(),
  transmission_name: z.string().nullable(),
  regions,
};
const tuneTypeRow = {
  ...stamp,
  name: z.string(),
  slug: z.string(),
  is_awd: z.boolean(),
  is_dsg: z.boolean(),
  group_id: z.number().nullable(),
  group_name: z.string().nullable(),
  categories: z.array(z.string()),
  position: z.number(),
  tune_count: z.number(),
};
const tierRow = { ...stamp, name: z.string(), position: z.number(), prices: z.array(Price), tune_count: z.number() };
const toolRow = {
  ...stamp,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  install_fee: z.string(),
  rental_fee: z.string().nullable(),
  currency: z.string(),
  is_fz3: z.boolean(),
  is_fzl: z.boolean(),
  is_benchflash: z.boolean(),
  is_dealer_ownable: z.boolean(),
  is_inhouse: z.boolean(),
  is_rentable: z.boolean(),
  product_slug: z.string().nullable(),
  rental_slug: z.string().nullable(),
  loan_slug: z.string().nullable(),
  position: z.number(),
  tune_count: z.number(),
};

/** Rows of each list. */
export const rowShapes = {
  makes: z.object({
    ...makeRow,
    year_count: z.number(),
    model_count: z.number(),
    engine_count: z.number(),
    seo_title: z.string(),
    seo_description: z.string(),
  }),
  years: z.object({ ...stamp, ...ofMake, year: z.string(), model_count: z.number() }),
  models: z.object({ ...modelRow, year_count: z.number(), vehicle_count: z.number() }),
  engines: z.object({ ...engineRow, vehicle_count: z.number(), tune_count: z.number() }),
  transmissions: z.object({ ...transmissionRow, engine_count: z.number(), tune_count: z.number() }),
  tunes: z.object({
    ...tuneRow,
    tool_count: z.number(),
    tune_types: Refs,
    /** One of the engines, or else of the transmissions, that have it. */
    vehicle: z.string().nullable(),
    /** Its own price, or else that of its tier. */
    price: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  }),
  guides: z.object(guideRow),
  'tune-types': z.object(tuneTypeRow),
  'tune-type-groups': z.object({ ...stamp, name: z.string(), slug: z.string(), position: z.number(), types: Refs }),
  'tune-pricing-tiers': z.object(tierRow),
  tools: z.object(toolRow),
};

/** Full records. */
export const recordShapes = {
  makes: z.object(makeRow),
  years: z.object({ ...stamp, ...ofMake, year: z.string() }),
  models: z.object({ ...modelRow, years: Refs }),
  engines: z.object({
    ...engineRow,
    power_hp: z.string().nullable(),
    torque_nm: z.string().nullable(),
    ...allNotes,
    vehicles: z.array(z.object({ model_id: z.number(), year_id: z.number(), name: z.string() })),
    transmissions: Refs,
    ...allRestrictions,
  }),
  transmissions: z.object({ ...transmissionRow, ...allNotes, engines: Refs, ...allRestrictions }),
  tunes: z.object({
    ...tuneRow,
    ...allNotes,
    horsepower: z.string().nullable(),
    horsepower_unit: z.string(),
    torque: z.string().nullable(),
    torque_unit: z.string(),
    torque_limit: z.string().nullable(),
    torque_limit_unit: z.string(),
    crank_horsepower: z.string().nullable(),
    crank_horsepower_unit: z.string(),
    crank_torque: z.string().nullable(),
    crank_torque_unit: z.string(),
    figures_basis: z.enum(figureBases),
    power_gain_percent: z.string().nullable(),
    torque_gain_percent: z.string().nullable(),
    prices: z.array(Price),
    cost: z.string().nullable(),
    cost_currency: z.string().nullable(),
    give_split_credits: z.boolean(),
    split_ecu_credit_amt: z.number(),
    split_tcu_credit_amt: z.number(),
    split_awd_credit_amt: z.number(),
    split_credit_dealer_text: z.string(),
    position: z.number(),
    tune_types: Refs,
    tools: Refs,
    requires: Refs,
    recommended: Refs,
  }),
  guides: z.object({ ...guideRow, text: z.string() }),
  'tune-types': z.object(tuneTypeRow),
  'tune-type-groups': z.object({ ...stamp, name: z.string(), slug: z.string(), position: z.number(), types: Refs }),
  'tune-pricing-tiers': z.object(tierRow),
  tools: z.object(toolRow),
};
export type RecordOf<K extends RecordKindName> = z.input<(typeof recordShapes)[K]>;
