import type { catalog } from '@tuneport/contract/catalog/catalog';
import { vehicleTitle } from '@tuneport/domain/catalog/vehicles/vehicle-name';
import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { msg } from '@tuneport/domain/text/text';
import { type Context, handlers } from '../../platform/http/context.ts';
import { tokenPage } from '../../platform/http/pages/plain-page.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../settings/index.ts';
import { checkCompat } from './estimate/check-compat.ts';
import { estimate } from './estimate/estimate.ts';
import { listPrices, type PriceView, presentTool, priceView } from './estimate/price-view.ts';
import { readKitTree } from './kit-builder.ts';
import { bestGuide, dynosOfTune, listCategories } from './list-queries.ts';
import { type ListedTuneRow, type ListedVehicleRow, listTunes, type TuneFilters } from './list-tunes.ts';
import {
  engineKind,
  presentDyno,
  presentEngine,
  presentFigures,
  presentFullEngine,
  presentFullTransmission,
  presentMake,
  presentTransmission,
  presentVehicle,
} from './present.ts';
import { requireRegion } from './read-full-record.ts';
import { readShowcase } from './read-showcase.ts';
import { dynoRun, fullEngine, fullTransmission } from './record-cache.ts';
import { findVehicle, orOtherRegion, transmissionsOf } from './search/find-vehicles.ts';
import { boundedSearch } from './search/search-queries.ts';
import { findByText } from './search/search-vehicles.ts';
import { readTuneSearch } from './search/tune-search.ts';
import { sendLogo } from './send-logo.ts';
import { sitemapPart } from './sitemap-part.ts';
import { subscribe, unsubscribe } from './subscribe.ts';
import { rentableTools } from './tune-queries.ts';
import { listEngines, listMakes, listModels, listYears } from './vehicle-queries.ts';

type ReadContext = Pick<Context, 'db' | 'region'>;
type TuneListQuery = TuneFilters & { page: number; search?: string | undefined };

const makes = async ({ db, region }: ReadContext) =>
  (await listMakes(db, region)).filter(({ prominence }) => prominence !== 'hidden').map(presentMake);
const years = ({ db, region }: ReadContext, { make }: { make: string }) =>
  orOtherRegion(region, (at) => listYears(db, at, make));
const models = ({ db, region }: ReadContext, { make, year }: { make: string; year: string }) =>
  orOtherRegion(region, (at) => listModels(db, at, make, year));
const engines = async (
  { db, region }: ReadContext,
  { make, year, model }: { make: string; year: string; model: string },
) => (await orOtherRegion(region, (at) => listEngines(db, at, make, year, model))).map(presentEngine);

const viewOf = ({ platform, actor, region, now, chosenCurrency }: Context, currency: string | undefined) =>
  priceView(platform, { actor, region, now, currency: currency ?? chosenCurrency });

/** "2015–2019", or one year; vehicles of the Series have none. */
const yearsOf = ({ firstYear, year }: ListedVehicleRow) => {
  const known = [...new Set([firstYear, year])].filter((each) => each !== 'Series');
  return known.join('–');
};

const presentListedVehicle = (vehicle: ListedVehicleRow) => {
  const { make, year, model, engine, makeName, modelName, body } = vehicle;
  return {
    path: vehiclePath('/catalog', { make, year, model, engine }),
    label: vehicleTitle({ year, make: makeName, model: modelName }),
    name: `${makeName} ${modelName}`,
    years: yearsOf(vehicle),
    body,
  };
};

const presentListedTune = (view: PriceView, { prices, tier, vehicles, stock, engine, ...row }: ListedTuneRow) => ({
  ...row,
  ...presentFigures(row),
  ...listPrices(view, { ...row, prices, tier }),
  engine: engine && { name: engine.name, ...engineKind(engine) },
  stock: stock && presentFigures(stock),
  vehicles: vehicles.map(presentListedVehicle),
});

/** A search needs a transaction for its limits; a list without one does not. */
function tunesOf({ db, region }: ReadContext, view: PriceView, { search, ...query }: TuneListQuery) {
  if (!search) return listTunes(db, region, view, query);
  return boundedSearch(db, async (tx) =>
    listTunes(tx, region, view, { ...query, search: await readTuneSearch(tx, region, search) }),
  );
}

export const catalogRoutes = handlers<typeof catalog>({
  'GET /v1/catalog/makes': (context) => makes(context),
  'GET /v1/catalog/makes/:make/years': (context) => years(context, context.params),
  'GET /v1/catalog/makes/:make/years/:year/models': (context) => models(context, context.params),
  'GET /v1/catalog/makes/:make/years/:year/models/:model/engines': (context) => engines(context, context.params),
  'GET /v1/catalog/engines/:engineId': async (context) => {
    const full = await fullEngine(context.platform, context.params.engineId, context.region);
    return presentFullEngine(await viewOf(context, context.query.currency), full);
  },
  'GET /v1/catalog/engines/:engineId/transmissions': async ({ db, region, params, query }) =>
    (await transmissionsOf(db, region, params.engineId, query)).map(presentTransmission),
  'GET /v1/catalog/transmissions/:transmissionId': async (context) => {
    const full = await fullTransmission(context.platform, context.params.transmissionId, context.region);
    return presentFullTransmission(await viewOf(context, context.query.currency), full);
  },
  'GET /v1/catalog/vehicle': async ({ db, region, query }) => presentVehicle(await findVehicle(db, region, query)),
  'GET /v1/catalog/search': ({ db, region, query }) => findByText(db, region, query.q, query.limit),
  'GET /v1/catalog/tunes': async (context) => {
    const view = await viewOf(context, context.query.currency);
    const page = await tunesOf(context, view, context.query);
    const data = page.data.map((tune) => presentListedTune(view, tune));
    return { ...page, data, currency: view.currency, prices_shown: view.shown };
  },
  'GET /v1/catalog/categories': ({ db }) => listCategories(db),
  'GET /v1/catalog/guide': async ({ db, region, query }) => {
    const vehicle = await findVehicle(db, region, query);
    const guide = await bestGuide(db, region, {
      ...(vehicle.make ? { make: vehicle.make.id } : {}),
      ...(vehicle.year ? { year: vehicle.year.id } : {}),
      ...(vehicle.model ? { model: vehicle.model.id } : {}),
      ...(vehicle.engine ? { engine: vehicle.engine.id } : {}),
      ...(vehicle.transmission ? { transmission: vehicle.transmission.id } : {}),
    });
    if (!guide) throw new Refusal('not_found');
    return { ...guide, vehicle: presentVehicle(vehicle) };
  },
  'GET /v1/catalog/sitemap/:part': ({ db, region, params }) => sitemapPart(db, region, params.part),
  'GET /v1/catalog/make-logos/:id': ({ db, platform, params }) => sendLogo(db, platform.files, params.id),
  'GET /v1/catalog/showcase': ({ db, region }) => readShowcase(db, region),
  'POST /v1/catalog/estimate': ({ db, platform, actor, region, now, chosenCurrency, body }) =>
    estimate(db, platform, { actor, region, now, input: { ...body, currency: body.currency ?? chosenCurrency } }),

  'GET /rental-tools': async (context) => {
    const tuneIds = context.query.tunes === undefined ? [] : context.query.tunes.split(',').map(Number);
    const [tools, view] = await Promise.all([
      rentableTools(
        context.db,
        tuneIds.filter((id) => id <= 2_147_483_647),
        { engine: context.query.engine ?? null, transmission: context.query.transmission ?? null },
      ),
      viewOf(context, context.query.currency),
    ]);
    return tools.map((tool) => presentTool(view, tool));
  },
  'GET /ecu/makes': (context) => makes(context),
  'GET /ecu/years': (context) => years(context, context.query),
  'GET /ecu/models': (context) => models(context, context.query),
  'GET /ecu/engines': (context) => engines(context, context.query),
  'GET /ecu/transmissions': async ({ db, region, query }) =>
    (await transmissionsOf(db, region, query.engine, {})).map(presentTransmission),
  'GET /ecu/compat': ({ db, region, query }) => checkCompat(db, region, query),
  'POST /ecu/notify': ({ db, region, body }) => subscribe(db, region, body),
  'GET /ecu/notify/unsubscribe/:token': () =>
    tokenPage({
      title: msg('Unsubscribe from this vehicle?'),
      text: msg('We will delete your e-mail address and this vehicle alert.'),
      button: msg('Unsubscribe'),
    }),
  'POST /ecu/notify/unsubscribe/:token': async ({ db, params }) => {
    await unsubscribe(db, params.token);
    return tokenPage({
      title: msg('You are unsubscribed'),
      text: msg('You will not get any more e-mails about this vehicle.'),
    });
  },
  'GET /dyno-csv': async ({ db, region, query }) =>
    requireRegion(await dynosOfTune(db, query.tune), region).dynos.map(presentDyno),
  'GET /dyno-csv/:id': ({ platform, region, params }) => dynoRun(platform, params.id, region),
  'GET /kit-builder/tree': async ({ db, platform, region }) => {
    const { www_kit_builder } = await settingsOf(platform);
    const shown = www_kit_builder ? await readKitTree(db, region) : undefined;
    if (!shown) throw new Refusal('not_found');
    return shown;
  },
});
