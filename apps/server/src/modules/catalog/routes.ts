import type { catalog } from '@tuneport/contract/catalog';
import { handlers } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { orElsewhere } from './find-vehicles.ts';
import { presentEngine, presentMake } from './present.ts';
import { listEngines, listMakes, listModels, listYears } from './vehicle-queries.ts';

const notBuilt = () => {
  throw new Refusal('not_built');
};

export const catalogRoutes = handlers<typeof catalog>({
  'GET /v1/catalog/makes': async ({ db, region }) => (await listMakes(db, region)).map(presentMake),
  'GET /v1/catalog/makes/:make/years': async ({ db, region, params: { make } }) => [
    ...(await orElsewhere(region, (at) => listYears(db, at, make))),
  ],
  'GET /v1/catalog/makes/:make/years/:year/models': async ({ db, region, params: { make, year } }) => [
    ...(await orElsewhere(region, (at) => listModels(db, at, make, year))),
  ],
  'GET /v1/catalog/makes/:make/years/:year/models/:model/engines': async ({
    db,
    region,
    params: { make, year, model },
  }) => (await orElsewhere(region, (at) => listEngines(db, at, make, year, model))).map(presentEngine),
  'GET /v1/catalog/engines/:engineId': notBuilt,
  'GET /v1/catalog/engines/:engineId/transmissions': notBuilt,
  'GET /v1/catalog/transmissions/:transmissionId': notBuilt,
  'GET /v1/catalog/vehicle': notBuilt,
  'GET /v1/catalog/search': notBuilt,
  'GET /v1/catalog/tunes': notBuilt,
  'GET /v1/catalog/categories': notBuilt,
  'GET /v1/catalog/guide': notBuilt,
  'GET /v1/catalog/sitemap/:part': notBuilt,
  'POST /v1/catalog/estimate': notBuilt,

  'GET /rental-tools': notBuilt,
  'GET /ecu/makes': async ({ db, region }) => (await listMakes(db, region)).map(presentMake),
  'GET /ecu/years': async ({ db, region, query: { make } }) => [
    ...(await orElsewhere(region, (at) => listYears(db, at, make))),
  ],
  'GET /ecu/models': async ({ db, region, query: { make, year } }) => [
    ...(await orElsewhere(region, (at) => listModels(db, at, make, year))),
  ],
  'GET /ecu/engines': async ({ db, region, query: { make, year, model } }) =>
    (await orElsewhere(region, (at) => listEngines(db, at, make, year, model))).map(presentEngine),
  'GET /ecu/transmissions': notBuilt,
  'GET /ecu/compat': notBuilt,
  'POST /ecu/notify': notBuilt,
  'GET /ecu/notify/unsubscribe/:token': notBuilt,
  'GET /dyno-csv': notBuilt,
  'GET /dyno-csv/:id': notBuilt,
  'GET /kit-builder/tree': notBuilt,
});
