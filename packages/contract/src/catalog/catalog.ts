import { isVehicleYear } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Email, Id, IdParams, KnownCurrency, Page, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';
import { KitNode } from './kit-builder.ts';

// The public catalogue. Anonymous visitors of a region share one response per read; logged-in users get their own,
// because prices depend on the user.

const Slug = z.string().min(1).max(120);
const Year = z.string().max(20).refine(isVehicleYear);
const listCache = { area: 'catalog', maxAgeS: 60 } as const;
/** Prices depend on settings, on sales and, when logged in, on the user. */
const priceCache = { area: 'catalog', maxAgeS: 30, also: ['settings'], cachedForS: 30, unless: 'session' } as const;

const MakeParams = z.object({ make: Slug });
const YearParams = MakeParams.extend({ year: Year });
const ModelParams = YearParams.extend({ model: Slug });

/** Currency of the prices; an unsupported one falls back to the store's first. */
const CurrencyQuery = z.object({ currency: z.string().trim().toUpperCase().length(3).optional() });

const Measure = z.object({ value: z.number(), unit: z.string() }).meta({ id: 'Measure' });

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

const entry = { id: z.number(), slug: z.string(), name: z.string() };
/** Popular makes are first; hidden ones are reachable only by search and URL. */
export const makeProminences = ['popular', 'listed', 'hidden'] as const;
const Make = z
  .object({ ...entry, logo_url: z.string().nullable(), prominence: z.enum(makeProminences) })
  .meta({ id: 'Make' });
const YearEntry = z.object(entry).meta({ id: 'Year' });
/** `family` groups models: 320i and 328i belong to the 3 Series. */
const Model = z.object({ ...entry, family: z.string() }).meta({ id: 'Model' });
/** Facts of a model in its year, or of the vehicle once its engine is known, besides its name. */
const NamedModel = Model.extend({
  trims: z.array(z.string()),
  bodies: z.array(z.string()),
  drives: z.array(z.string()),
}).meta({ id: 'NamedModel' });
const engineFacts = {
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
const Engine = z.object({ ...engineFacts, tunes: z.number() }).meta({ id: 'Engine' });
const transmissionFacts = {
  ...entry,
  code: z.string(),
  kind: z.enum(transmissionKinds),
  gears: z.number().nullable(),
  awd: z.boolean(),
};
const Transmission = z.object({ ...transmissionFacts, tunes: z.number() }).meta({ id: 'Transmission' });

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
const DynoCsv = z
  .object({ id: z.number(), tune_id: z.number(), label: z.string(), source: z.string(), ...powerFigures })
  .meta({ id: 'DynoCsv' });

/** One value per engine speed, null where not measured. */
const DynoColumn = z.array(z.number().nullable()).nullable();

/** A dyno run with its points. */
const DynoRun = DynoCsv.extend({
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
const FullEngine = z.object({ ...engineFacts, ...restrictionsAndDiscounts }).meta({ id: 'FullEngine' });
const FullTransmission = z
  .object({ ...transmissionFacts, ...restrictionsAndDiscounts })
  .meta({ id: 'FullTransmission' });

/** The vehicle named by a URL, each part with its id and name; parts not in the URL are null. */
const Vehicle = z
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

const VehicleQuery = z.object({
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

const ListedTune = z
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

/** Orders of tune lists; the default is that of the catalogue. */
export const tuneSorts = ['gain', 'power', 'price', '-price'] as const;
const FilterChoice = z.object({ slug: z.string(), name: z.string() });

const Ids = z.array(Id).max(60, 'You can select at most 60 tunes.').default([]);

export const EstimateInput = z.object({
  engine: Id.nullable().default(null),
  tunes: Ids,
  transmission: Id.nullable().default(null),
  transmission_tunes: Ids,
  /** The tools to install with. Empty means that the caller installs it: nothing that costs more is preselected. */
  tools: z.array(Id).max(20).default([]),
  /** Tools the caller owns, which have no install fee. */
  own_tools: z.array(Id).max(40).default([]),
  codes: z.array(z.string().trim().min(1).max(60)).max(10, 'You can use at most 10 codes.').default([]),
  currency: KnownCurrency.optional(),
  /** On behalf of this dealer, of which the caller must be a member. */
  dealer: z.string().trim().min(1).max(120).optional(),
  /** The installing dealer, by id or slug: uses the tools and fees of that workshop. */
  installer: z.string().trim().min(1).max(120).optional(),
});

export const DerivationStep = z.object({
  kind: z.string(),
  label: z.string(),
  amount: WireMoneyShape.nullable(),
  after: WireMoneyShape,
});

const ToolSet = z
  .object({
    tools: z.array(Tool),
    install_fee: WireMoneyShape,
    rentable: z.boolean(),
    rental_fee: WireMoneyShape.nullable(),
    /** Why this set was chosen and how sets are ordered, as short sentences. */
    reasons: z.array(z.string()),
    /** Which tool writes which tune. */
    uses: z.array(z.object({ tune_id: z.number(), tool_ids: z.array(z.number()) })),
  })
  .meta({ id: 'ToolSet' });

export const Estimate = z
  .object({
    /** Identifies this estimate in a purchase; the same selection at the same prices has the same hash. */
    hash: z.string(),
    expires_at: WireDate,
    currency: z.string(),
    lines: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        tune_id: z.number().nullable(),
        tool_id: z.number().nullable(),
        /** Added because another tune requires it. */
        required: z.boolean(),
        base: WireMoneyShape,
        amount: WireMoneyShape,
        derivation: z.array(DerivationStep),
      }),
    ),
    discounts: z.array(z.object({ kind: z.string(), label: z.string(), amount: WireMoneyShape })),
    subtotal: WireMoneyShape,
    discount: WireMoneyShape,
    tax: WireMoneyShape,
    total: WireMoneyShape,
    credits: z.object({ ecu: z.number(), tcu: z.number(), awd: z.number() }),
    codes: z.array(z.object({ code: z.string(), applied: z.boolean(), reason: z.string().nullable() })),
    /**
     * The tools included in the price: the requested ones, those of the installer, or own tools that write everything.
     */
    chosen_tool_ids: z.array(z.number()),
    /** The smallest sets of tools that write everything, lowest install fee first. */
    tool_sets: z.array(ToolSet),
    /** Total number of sets, which may exceed those listed. */
    tool_set_count: z.number(),
    /** 'Tune is missing tools' or 'Set of tunes is unsolvable', with the cause; null when there is a set. */
    tool_problem: z
      .object({
        text: z.string(),
        tune_ids: z.array(z.number()),
        explanation: z.string(),
        suggestion: z.string().nullable(),
      })
      .nullable(),
    /** The dealer whose fees these are; null if they are those of the tools. */
    installer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: 'Estimate' });

const pickerQuery = { make: Slug.max(120) };

const SubscriptionParams = z.object({ token: z.string().min(1).max(400) });

export const catalog = {
  'GET /v1/catalog/makes': {
    summary: 'Lists makes.',
    access: 'public',
    reply: z.array(Make),
    publicCache: listCache,
  },
  'GET /v1/catalog/makes/:make/years': {
    summary: 'Lists the years of a make, newest first, Series last.',
    access: 'public',
    params: MakeParams,
    reply: z.array(YearEntry),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /v1/catalog/makes/:make/years/:year/models': {
    summary: 'Lists the models of a make and year.',
    access: 'public',
    params: YearParams,
    reply: z.array(Model),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /v1/catalog/makes/:make/years/:year/models/:model/engines': {
    summary: 'Lists the engines of a model and year.',
    access: 'public',
    params: ModelParams,
    reply: z.array(Engine),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /v1/catalog/engines/:engineId': {
    summary: 'Returns an engine with tunes, tool restrictions and role discounts.',
    access: 'public',
    params: z.object({ engineId: Id }),
    query: CurrencyQuery,
    reply: FullEngine,
    publicCache: priceCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /v1/catalog/engines/:engineId/transmissions': {
    summary: 'Lists the transmissions of an engine; with make, year and model, only those of that vehicle.',
    access: 'public',
    params: z.object({ engineId: Id }),
    query: z.object({ make: Slug.optional(), year: Year.optional(), model: Slug.optional() }),
    reply: z.array(Transmission),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /v1/catalog/transmissions/:transmissionId': {
    summary: 'Returns a transmission with tunes, tool restrictions and role discounts.',
    access: 'public',
    params: z.object({ transmissionId: Id }),
    query: CurrencyQuery,
    reply: FullTransmission,
    publicCache: priceCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /v1/catalog/vehicle': {
    summary: 'Resolves the parts of a vehicle URL to records, for breadcrumbs and deep links.',
    access: 'public',
    query: VehicleQuery,
    reply: Vehicle,
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /v1/catalog/search': {
    summary: 'Finds vehicles by free text such as "golf r 2015 dsg", best first.',
    access: 'public',
    query: z.object({
      q: z.string().trim().max(120).default(''),
      limit: z.coerce.number().int().min(1).max(20).default(8),
    }),
    reply: z.array(SearchHit),
    publicCache: listCache,
    expensive: true,
    // Search as you type sends a request per keystroke.
    limit: { max: 240, windowS: 60, by: 'address' },
    refuses: ['too_many_requests', 'unavailable'],
  },
  'GET /v1/catalog/tunes': {
    summary: 'Lists tunes across all vehicles, by category, search and filters.',
    access: 'public',
    query: CurrencyQuery.extend({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      category: z.enum(categorySlugs).optional(),
      search: z.string().trim().max(120).optional(),
      /** Only tunes with a power curve. */
      curve: z.literal('true').optional(),
      make: Slug.optional(),
      fuel: z.enum(fuels).optional(),
      aspiration: z.enum(aspirations).optional(),
      /** The smallest gain of power, in per cent. */
      gain: z.coerce.number().int().min(1).max(500).optional(),
      /** The highest list price, in whole units of the currency shown; ignored while prices are hidden. */
      price: z.coerce.number().int().min(1).max(1_000_000).optional(),
      /** Only tunes that this tool writes. */
      tool: Slug.optional(),
      sort: z.enum(tuneSorts).optional(),
    }),
    reply: Page(ListedTune).extend({
      currency: z.string(),
      prices_shown: z.boolean(),
      filters: z.object({ makes: z.array(FilterChoice), tools: z.array(FilterChoice) }),
    }),
    publicCache: priceCache,
    expensive: true,
    refuses: ['unavailable'],
  },
  'GET /v1/catalog/categories': {
    summary: 'Lists the ten category pages with their texts.',
    access: 'public',
    reply: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        title: z.string(),
        description: z.string(),
        text: z.string(),
        updated_at: WireDate,
      }),
    ),
    publicCache: listCache,
  },
  'GET /v1/catalog/guide': {
    summary: 'Returns the most specific guide for a vehicle.',
    access: 'public',
    query: VehicleQuery,
    reply: z.object({ id: z.number(), title: z.string(), text: z.string(), updated_at: WireDate, vehicle: Vehicle }),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /v1/catalog/sitemap/:part': {
    summary: 'Lists vehicle URLs for the sitemap, about a thousand per page, starting at page 1.',
    access: 'public',
    params: z.object({ part: z.coerce.number().int().min(1).max(100_000) }),
    reply: z.object({ parts: z.number(), paths: z.array(z.string()) }),
    publicCache: { area: 'catalog', maxAgeS: 3600 },
    expensive: true,
    refuses: ['not_found', 'unavailable'],
  },
  'GET /v1/catalog/make-logos/:id': {
    summary: 'Returns the logo of a make. It is immutable under its URL.',
    access: 'public',
    params: z.object({ id: z.uuid() }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
  'GET /v1/catalog/showcase': {
    summary: 'Lists a few measured engines for the home page, each with a stock and a tuned curve.',
    access: 'public',
    reply: z.array(
      z.object({
        path: z.string(),
        make: z.string(),
        year: z.string(),
        model: z.string(),
        engine: z.string(),
        vehicle_class: z.string(),
        tune: z.string(),
        stock: DynoRun,
        tuned: DynoRun,
      }),
    ),
    publicCache: listCache,
  },
  'POST /v1/catalog/estimate': {
    guest: true,
    summary: 'Prices a selection and returns the tools that can write it.',
    access: 'public',
    body: EstimateInput,
    reply: Estimate,
    limit: { max: 300, windowS: 60, by: 'actor' },
    // A single statement, so no transaction is needed.
    transaction: 'none',
    refuses: ['invalid_fields', 'region_mismatch', 'unauthenticated'],
  },

  'GET /rental-tools': {
    summary: 'Lists tools for rent; with tunes, only those that can write all of them, for this car if one is given.',
    access: 'public',
    query: CurrencyQuery.extend({
      engine: Id.optional(),
      transmission: Id.optional(),
      tunes: z
        .string()
        .max(600)
        .regex(/^\d+(,\d+)*$/)
        .optional(),
    }),
    reply: z.array(Tool),
    publicCache: priceCache,
  },
  'GET /ecu/makes': {
    summary: 'Lists makes for pickers outside the catalogue.',
    access: 'public',
    reply: z.array(Make),
    publicCache: listCache,
  },
  'GET /ecu/years': {
    summary: 'Lists the years of a make for pickers.',
    access: 'public',
    query: z.object(pickerQuery),
    reply: z.array(YearEntry),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /ecu/models': {
    summary: 'Lists the models of a make and year for pickers.',
    access: 'public',
    query: z.object({ ...pickerQuery, year: Year }),
    reply: z.array(Model),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /ecu/engines': {
    summary: 'Lists the engines of a model and year for pickers.',
    access: 'public',
    query: z.object({ ...pickerQuery, year: Year, model: Slug }),
    reply: z.array(Engine),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /ecu/transmissions': {
    summary: 'Lists the transmissions of an engine for pickers.',
    access: 'public',
    query: z.object({ engine: Id }),
    reply: z.array(Transmission),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /ecu/compat': {
    summary: 'Checks whether a tool fits a vehicle, with the reason, and which tunes it can write.',
    access: 'public',
    query: z.object({ engine: Id, transmission: Id.optional(), tool: Id.optional() }),
    reply: z.array(
      z.object({
        tool: z.object({ id: z.number(), slug: z.string(), name: z.string() }),
        fits: z.boolean(),
        reason: z.string().nullable(),
        tunes: z.array(
          z.object({ id: z.number(), name: z.string(), fits: z.boolean(), reason: z.string().nullable() }),
        ),
      }),
    ),
    publicCache: listCache,
    expensive: true,
    refuses: ['not_found', 'region_mismatch', 'unavailable'],
  },
  'POST /ecu/notify': {
    summary: 'Subscribes an e-mail address to the first tune of a vehicle.',
    access: 'public',
    body: z.object({ email: Email, engine: Id, vehicle: requiredText('The vehicle', 300).optional() }),
    reply: null,
    limit: { max: 10, windowS: 600, by: 'address' },
    refuses: ['invalid_fields', 'not_found', 'region_mismatch'],
  },
  'GET /ecu/notify/unsubscribe/:token': {
    summary: 'Shows the unsubscribe page linked in every such e-mail. Changes nothing.',
    access: 'token',
    params: SubscriptionParams,
    reply: null,
    raw: true,
  },
  'POST /ecu/notify/unsubscribe/:token': {
    summary: "Ends a subscription, from the unsubscribe page or a mail client's one-click unsubscribe.",
    access: 'token',
    oneClick: true,
    params: SubscriptionParams,
    reply: null,
    raw: true,
    // Mail clients of many users share one address.
    limit: { max: 600, windowS: 60, by: 'address' },
  },
  'GET /dyno-csv': {
    summary: 'Lists the dyno runs of a tune with their peaks.',
    access: 'public',
    query: z.object({ tune: Id }),
    reply: z.array(DynoCsv),
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /dyno-csv/:id': {
    summary: 'Returns the points of a dyno run.',
    access: 'public',
    params: IdParams,
    reply: DynoRun,
    publicCache: listCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /kit-builder/tree': {
    summary: 'Returns the decision tree of the kit builder; 404 while it is turned off.',
    access: 'public',
    reply: z.object({
      tree: KitNode,
      /** The tunes named in its results, with the URLs to select them; tunes not offered here are omitted. */
      tunes: z.array(z.object({ id: z.number(), name: z.string(), vehicle: z.string(), path: z.string() })),
      updated_at: WireDate,
    }),
    publicCache: { area: 'catalog', maxAgeS: 60, also: ['settings'] },
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
