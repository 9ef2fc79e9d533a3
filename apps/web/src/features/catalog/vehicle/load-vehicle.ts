import type { Call } from '@tuneport/contract/index';
import { parseVehiclePath, type VehiclePath, vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import {
  engineFailed,
  nothingPicked,
  type Picked,
  transmissionFailed,
} from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import { parseSelectionUrl, selectionUrl } from '@tuneport/domain/catalog/vehicles/vehicle-selection-url';
import { data, redirect } from 'react-router';
import { loadChunk } from '../../../platform/chunk.ts';
import type {
  DynoRun,
  Engine,
  FullEngine,
  FullTransmission,
  Make,
  Model,
  Transmission,
  Vehicle,
  WritingTool,
  Year,
} from '../catalog-types.ts';
import { apart } from '../tools/page-tools.ts';
import { loadToolOffers, type ToolOffer } from '../tools/tool-offers.ts';
import { drawnTune, recordFor, selectionFor, stockTune } from './selection.ts';

type At = { readonly origin: string; readonly path: string; readonly vehicle: Vehicle };

export type EnginePageData = At & {
  readonly step: 'engine';
  readonly engine: FullEngine;
  readonly transmission: FullTransmission | null;
  readonly transmissions: readonly Transmission[];
  readonly tools: readonly WritingTool[];
  /** Store products that sell, rent and lend the tools. */
  readonly offers: readonly ToolOffer[];
  /** The selection in the URL at render time. */
  readonly picked: Picked;
  /** The curves drawn first: stock and the displayed tune. */
  readonly runs: readonly DynoRun[];
};

export type VehiclePageData =
  /** The vehicle exists only in the other region's catalogue. */
  | { readonly step: 'elsewhere'; readonly origin: string; readonly path: string }
  | (At & { readonly step: 'makes'; readonly list: readonly Make[] })
  | (At & { readonly step: 'years'; readonly list: readonly Year[] })
  | (At & { readonly step: 'models'; readonly list: readonly Model[] })
  | (At & { readonly step: 'engines'; readonly list: readonly Engine[] })
  | EnginePageData;

export type VehicleRequest = { readonly splat: string; readonly search: string; readonly origin: string };

const notFound = () => data({ code: 'not_found' }, { status: 404 });

/** The error code of either a server error response or the browser's `ApiError`. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'data' in error ? codeOf(error.data) : null;
}

/** The vehicle a path names; throws a redirect or an error if it names none. */
export function vehicleAt(base: '/catalog' | '/guide', { splat, search }: VehicleRequest): VehiclePath {
  const read = parseVehiclePath(splat, base);
  if (read.kind === 'redirect') throw redirect(read.to + search);
  if (read.kind === 'not-found') throw notFound();
  return read.vehicle;
}

/** The list for the next choice; without a make, the list of makes. */
export async function loadStep(call: Call, base: '/catalog' | '/guide', request: VehicleRequest, named: VehiclePath) {
  const { make, year, model } = named;
  const at = { origin: request.origin, path: vehiclePath(base, named) };
  const vehicle = call('GET /v1/catalog/vehicle', { query: named });
  if (make === undefined) {
    const list = await call('GET /v1/catalog/makes');
    return { ...at, step: 'makes', vehicle: await vehicle, list } as const;
  }
  if (year === undefined) {
    const [of, list] = await Promise.all([vehicle, call('GET /v1/catalog/makes/:make/years', { params: { make } })]);
    return { ...at, step: 'years', vehicle: of, list } as const;
  }
  if (model === undefined) {
    const params = { make, year };
    const [of, list] = await Promise.all([vehicle, call('GET /v1/catalog/makes/:make/years/:year/models', { params })]);
    return { ...at, step: 'models', vehicle: of, list } as const;
  }
  const params = { make, year, model };
  const [of, list] = await Promise.all([
    vehicle,
    call('GET /v1/catalog/makes/:make/years/:year/models/:model/engines', { params }),
  ]);
  return { ...at, step: 'engines', vehicle: of, list } as const;
}

export type UnavailablePart = 'engine' | 'transmission';
/** Names the part of the selection that could not be loaded. */
export const unavailableParameter = 'unavailable';

/** The URL with the part that could not be loaded removed, and the parameter that makes the page report it. */
function addressWithout(picked: Picked, part: UnavailablePart): string {
  const selection = { ...nothingPicked, ...picked };
  const cleared =
    part === 'engine'
      ? engineFailed(selection, picked.engine ?? '')
      : transmissionFailed(selection, picked.transmission ?? '');
  const { pathname, search } = selectionUrl(cleared);
  return `${pathname}${search === '' ? '?' : `${search}&`}${unavailableParameter}=${part}`;
}

async function loadEnginePage(call: Call, request: VehicleRequest, named: VehiclePath): Promise<EnginePageData> {
  const { transmissions, ...vehicle } = await call('GET /v1/catalog/vehicle', { query: named });
  if (!vehicle.engine || (named.transmission !== undefined && !vehicle.transmission)) throw notFound();
  const path = vehiclePath('/catalog', named);
  const current = currentPath('/catalog', named, vehicle);
  if (current !== path) throw redirect(current + request.search, 301);
  const read = parseSelectionUrl(request.splat, request.search);
  if (read.kind !== 'selection') throw notFound();
  const without = (part: UnavailablePart) => (error: unknown) => {
    // While the server is busy or restarting, the whole page is: a redirect would lose the vehicle.
    if (['region_mismatch', 'unavailable'].includes(codeOf(error) ?? '')) throw error;
    throw redirect(addressWithout(read.picked, part));
  };
  const [engineInfo, transmissionInfo] = await Promise.all([
    call('GET /v1/catalog/engines/:engineId', { params: { engineId: vehicle.engine.id } }).catch(without('engine')),
    vehicle.transmission
      ? call('GET /v1/catalog/transmissions/:transmissionId', {
          params: { transmissionId: vehicle.transmission.id },
        }).catch(without('transmission'))
      : null,
  ]);
  const { engine, transmission, tools } = apart(engineInfo, transmissionInfo);
  const records = {
    engine: recordFor(engine),
    transmission: transmission && recordFor(transmission),
    transmissions,
  };
  const selection = selectionFor(read.picked, records);
  const shown = drawnTune(selection).tune?.wire.dyno_csvs[selection.selectedDynoIndex];
  const ids = [stockTune(selection)?.wire.dyno_csvs[0]?.id, shown?.id].filter((id) => id !== undefined);
  // A curve that fails to load is optional here; the chart requests it again.
  const [offers, ...runs] = await Promise.all([
    loadToolOffers(call, tools),
    ...ids.map((id) => call('GET /dyno-csv/:id', { params: { id } }).catch(() => null)),
  ]);
  return {
    origin: request.origin,
    path,
    step: 'engine',
    vehicle,
    engine,
    transmission,
    transmissions,
    tools,
    offers,
    picked: read.picked,
    runs: runs.filter((run) => run !== null),
  };
}

/** The current URL of the vehicle found, which differs from the requested one if names have changed. */
export const currentPath = (base: '/catalog' | '/guide', named: VehiclePath, { make, model }: Vehicle): string =>
  vehiclePath(base, { ...named, ...(make ? { make: make.slug } : {}), ...(model ? { model: model.slug } : {}) });

/** URLs are lowercase without spaces; normalises e.g. 'Volkswagen/2015/Golf R'. */
async function rightlyWritten({ year, ...named }: VehiclePath): Promise<VehiclePath> {
  // Loaded only for a URL that was not found.
  const { slugOf } = await loadChunk(() => import('@tuneport/domain/site/slug'));
  const parts = Object.entries(named).map(([part, word]) => [part, slugOf(word)]);
  return { ...Object.fromEntries(parts), ...(year === undefined ? {} : { year }) };
}

/** Redirects to the vehicle if its URL was spelled differently or has changed; otherwise rethrows the error. */
export async function leadToRight(
  call: Call,
  base: '/catalog' | '/guide',
  request: VehicleRequest,
  named: VehiclePath,
  error: unknown,
): Promise<never> {
  if (codeOf(error) !== 'not_found') throw error;
  const right = await rightlyWritten(named);
  const vehicle = await call('GET /v1/catalog/vehicle', { query: right }).catch(() => null);
  const to = vehicle && currentPath(base, right, vehicle);
  throw to === null || to === vehiclePath(base, named) ? error : redirect(to + request.search, 301);
}

/** Data of a page below /catalog, depending on how much of the vehicle the URL names. */
export async function loadVehicle(call: Call, request: VehicleRequest): Promise<VehiclePageData> {
  const named = vehicleAt('/catalog', request);
  try {
    if (named.engine !== undefined) return await loadEnginePage(call, request, named);
    return await loadStep(call, '/catalog', request, named);
  } catch (error) {
    if (codeOf(error) !== 'region_mismatch') return await leadToRight(call, '/catalog', request, named, error);
    return { step: 'elsewhere', origin: request.origin, path: vehiclePath('/catalog', named) };
  }
}
