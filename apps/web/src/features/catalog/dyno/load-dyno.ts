import type { Call } from '@tuneport/contract/index';
import { parseVehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import type { DynoRun, ListedTune } from '../catalog-types.ts';
import { loadTunes, type TuneListQuery, type TunePage, tuneListQuery } from '../lists/tune-list.ts';

/** A tune with its runs, and the stock run of its first vehicle. */
export type OpenTune = {
  readonly tune: ListedTune;
  readonly run: DynoRun | null;
  readonly stock: DynoRun | null;
};

const pathPrefix = '/catalog/';

async function stockRun(call: Call, path: string): Promise<DynoRun | null> {
  const read = parseVehiclePath(decodeURIComponent(path.slice(pathPrefix.length)));
  if (read.kind !== 'vehicle') return null;
  const { engine } = await call('GET /v1/catalog/vehicle', { query: read.vehicle });
  if (!engine) return null;
  const { tunes } = await call('GET /v1/catalog/engines/:engineId', { params: { engineId: engine.id } });
  const id = tunes.find((tune) => tune.is_stock)?.dyno_csvs[0]?.id;
  return id === undefined ? null : call('GET /dyno-csv/:id', { params: { id } });
}

async function loadOpen(call: Call, tune: ListedTune): Promise<OpenTune> {
  const vehicle = tune.vehicles[0];
  const [runs, stock] = await Promise.all([
    call('GET /dyno-csv', { query: { tune: tune.id } }),
    // The stock curve is optional: the tune's own curve is shown without it.
    vehicle ? stockRun(call, vehicle.path).catch(() => null) : null,
  ]);
  const first = runs[0];
  return { tune, run: first ? await call('GET /dyno-csv/:id', { params: { id: first.id } }) : null, stock };
}

export type DynoPageData = {
  readonly origin: string;
  readonly query: TuneListQuery;
  readonly list: TunePage;
  readonly open: OpenTune | null;
};

/** A page of engine tunes with a curve, one of them selected: the one in the URL, else the first. */
export async function loadDynoPage(call: Call, url: URL): Promise<DynoPageData> {
  const query = tuneListQuery(url.searchParams);
  const list = await loadTunes(call, query, { category: 'engine', curve: 'true' });
  const wanted = Number(url.searchParams.get('dyno'));
  const tune = list.data.find((each) => each.id === wanted) ?? list.data[0];
  const open = tune ? await loadOpen(call, tune) : null;
  return { origin: url.origin, query, list, open };
}
