import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Email, Id, IdParams, numberFrom, Page, requiredText, WireDate } from '../shapes.ts';
import { Estimate, EstimateInput } from './estimate-shapes.ts';
import { KitNode } from './kit-builder.ts';
import { DynoCsv, DynoRun, FullEngine, FullTransmission, ListedTune, Tool } from './tune-shapes.ts';
import {
  aspirations,
  categorySlugs,
  Engine,
  fuels,
  Make,
  Model,
  SearchHit,
  Slug,
  Transmission,
  Vehicle,
  VehicleQuery,
  Year,
  YearEntry,
} from './vehicle-shapes.ts';

// The public catalogue. Anonymous visitors of a region share one response per read; logged-in users get their own,
// because prices depend on the user.

const listCache = { area: 'catalog', maxAgeS: 60 } as const;
/** Prices depend on settings, on sales and, when logged in, on the user. */
const priceCache = { area: 'catalog', maxAgeS: 30, also: ['settings'], cachedForS: 30, unless: 'session' } as const;

const MakeParams = z.object({ make: Slug });
const YearParams = MakeParams.extend({ year: Year });
const ModelParams = YearParams.extend({ model: Slug });

/** Currency of the prices; an unsupported one falls back to the store's first. */
const CurrencyQuery = z.object({ currency: z.string().trim().toUpperCase().length(3).optional() });

/** Orders of tune lists; the default is that of the catalogue. */
export const tuneSorts = ['gain', 'power', 'price', '-price'] as const;
const FilterChoice = z.object({ slug: z.string(), name: z.string() });

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
      limit: numberFrom(z.number().int().min(1).max(20)).default(8),
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
      page: numberFrom(z.number().int().min(1).max(100_000)).default(1),
      category: z.enum(categorySlugs).optional(),
      search: z.string().trim().max(120).optional(),
      /** Only tunes with a power curve. */
      curve: z.literal('true').optional(),
      make: Slug.optional(),
      fuel: z.enum(fuels).optional(),
      aspiration: z.enum(aspirations).optional(),
      /** The smallest gain of power, in per cent. */
      gain: numberFrom(z.number().int().min(1).max(500)).optional(),
      /** The highest list price, in whole units of the currency shown; ignored while prices are hidden. */
      price: numberFrom(z.number().int().min(1).max(1_000_000)).optional(),
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
    params: z.object({ part: numberFrom(z.number().int().min(1).max(100_000)) }),
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
