import { z } from 'zod';
import { WireDate, WireMoneyShape } from '../shapes.ts';
import { aspirations, engineFacts, entry, fuels, transmissionFacts } from './vehicle-shapes.ts';

export const Tool = z
  .object({
    ...entry,
    description: z.string(),
    install_fee: WireMoneyShape,
    is_fz3: z.boolean(),
    is_fzl: z.boolean(),
    is_benchflash: z.boolean(),
    is_dealer_ownable: z.boolean(),
    is_inhouse: z.boolean(),
    is_rentable: z.boolean(),
    rental_fee: WireMoneyShape.nullable(),
    /** The store products that sell, rent and lend it. */
    product_slug: z.string().nullable(),
    rental_slug: z.string().nullable(),
    loan_slug: z.string().nullable(),
  })
  .meta({ id: 'Tool' });

const TuneType = z
  .object({ ...entry, is_awd: z.boolean(), is_dsg: z.boolean(), categories: z.array(z.string()) })
  .meta({ id: 'TuneType' });

const Measure = z.object({ value: z.number(), unit: z.string() }).meta({ id: 'Measure' });

/** The five figures, each a value with its unit; null if unknown. */
const powerFigures = {
  horsepower: Measure.nullable(),
  torque: Measure.nullable(),
  torque_limit: Measure.nullable(),
  crank_horsepower: Measure.nullable(),
  crank_torque: Measure.nullable(),
};

/**
 * Source of the figures: the factory, an estimate by kind of engine, or a statement by staff. The gains are estimates
 * for engines without known factory figures.
 */
export const figureBases = ['factory', 'estimated', 'stated'] as const;
const figureOrigin = {
  figures_basis: z.enum(figureBases),
  power_gain_percent: z.number().nullable(),
  torque_gain_percent: z.number().nullable(),
};

/** A dyno run without its points: the peak of each column. */
export const DynoCsv = z
  .object({ id: z.number(), tune_id: z.number(), label: z.string(), source: z.string(), ...powerFigures })
  .meta({ id: 'DynoCsv' });

/** One value per engine speed, null where not measured. */
const DynoColumn = z.array(z.number().nullable()).nullable();

/** A dyno run with its points. */
export const DynoRun = DynoCsv.extend({
  points: z.object({
    rpm: z.array(z.number()),
    horsepower: DynoColumn,
    torque: DynoColumn,
    torque_limit: DynoColumn,
    crank_horsepower: DynoColumn,
    crank_torque: DynoColumn,
  }),
  units: z.object({
    horsepower: z.string(),
    torque: z.string(),
    torque_limit: z.string(),
    crank_horsepower: z.string(),
    crank_torque: z.string(),
  }),
});

const Tune = z
  .object({
    ...entry,
    is_stock: z.boolean(),
    part_number: z.string(),
    optional: z.boolean(),
    description: z.string(),
    notes: z.string(),
    ...powerFigures,
    ...figureOrigin,
    /** The caller's current price; null while prices are hidden from them or there is none. */
    price: WireMoneyShape.nullable(),
    addonprice: WireMoneyShape.nullable(),
    /** The list price. */
    baseprice: WireMoneyShape.nullable(),
    baseaddonprice: WireMoneyShape.nullable(),
    requires: z.array(z.number()),
    recommended: z.array(z.number()),
    /** Dealer data, absent for callers who may not see it. */
    dealerprice: WireMoneyShape.nullable().optional(),
    dealeraddonprice: WireMoneyShape.nullable().optional(),
    give_split_credits: z.boolean().optional(),
    split_ecu_credit_amt: z.number().optional(),
    split_tcu_credit_amt: z.number().optional(),
    split_awd_credit_amt: z.number().optional(),
    split_credit_dealer_text: z.string().optional(),
    /** The tools that write it and are allowed by the restrictions of the record. */
    tools: z.array(Tool),
    tune_types: z.array(TuneType),
    dyno_csvs: z.array(DynoCsv),
  })
  .meta({ id: 'Tune' });

const restrictionsAndDiscounts = {
  tunes: z.array(Tune),
  /** A non-empty list names the only tools allowed; an empty one allows all. */
  tool_restrictions: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Dealer data, absent for callers who may not see it. */
  other_role_discounts: z.array(z.object({ key: z.string(), percent: z.string() })).optional(),
  description: z.string(),
  notes: z.string(),
  currency: z.string(),
  /** False while prices are shown only after login. */
  prices_shown: z.boolean(),
  updated_at: WireDate,
};
export const FullEngine = z.object({ ...engineFacts, ...restrictionsAndDiscounts }).meta({ id: 'FullEngine' });
export const FullTransmission = z
  .object({ ...transmissionFacts, ...restrictionsAndDiscounts })
  .meta({ id: 'FullTransmission' });

export const ListedTune = z
  .object({
    ...entry,
    part_number: z.string(),
    optional: z.boolean(),
    description: z.string(),
    ...powerFigures,
    ...figureOrigin,
    price: WireMoneyShape.nullable(),
    baseprice: WireMoneyShape.nullable(),
    tune_types: z.array(TuneType),
    /** One of its engines, which `stock` and `vehicles` belong to. */
    engine: z.object({ name: z.string(), fuel: z.enum(fuels), aspiration: z.enum(aspirations) }).nullable(),
    stock: z.object(powerFigures).nullable(),
    /** A few models with this engine: the page of the newest, its title, the years built and the body style. */
    vehicles: z.array(
      z.object({ path: z.string(), label: z.string(), name: z.string(), years: z.string(), body: z.string() }),
    ),
    engine_count: z.number(),
    transmission_count: z.number(),
  })
  .meta({ id: 'ListedTune' });
