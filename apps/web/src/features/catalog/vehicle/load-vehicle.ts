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
  /** Where the store sells, rents and lends them. */
  readonly offers: readonly ToolOffer[];
  /** What the address said when this was rendered. */
  readonly picked: Picked;
  /** The curves of the first drawing: stock and the tune shown. */
  readonly runs: readonly DynoRun[];
};

export type VehiclePageData =
  /** It exists, but only in the catalogue of the other region. */
  | { readonly step: 'elsewhere'; readonly origin: string; readonly path: string }
  | (At & { readonly step: 'makes'; readonly list: readonly Make[] })
  | (At & { readonly step: 'years'; readonly list: readonly Year[] })
  | (At & { readonly step: 'models'; readonly list: readonly Model[] })
  | (At & { readonly step: 'engines'; readonly list: readonly Engine[] })
  | EnginePageData;

export type Asked = { readonly splat: string; readonly search: string; readonly origin: string };

const notFound = () => data({ code: 'not_found' }, { status: 404 });

/** Both the server's refusal as a page and the browser's ApiError carry their code, each in its own place. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'data' in error ? codeOf(error.data) : null;
}

/** What the path means, or the answer it gets instead of a page. */
export function vehicleAt(base: '/catalog' | '/guide', { splat, search }: Asked): VehiclePath {
  const read = parseVehiclePath(splat, base);
  if (read.kind === 'redirect') throw redirect(read.to + search);
  if (read.kind === 'not-found') throw notFound();
  return read.vehicle;
}

/** The list that the next choice is made from; without a make that is the list of makes. */
export async function loadStep(call: Call, base: '/catalog' | '/guide', asked: Asked, named: VehiclePath) {
  const { make, year, model } = named;
  const at = { origin: asked.origin, path: vehiclePath(base, named) };
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
/** Names the part of the selection that could not be fetched. */
export const unavailableParameter = 'unavailable';

/** The address with the part cleared that could not be fetched, and with the parameter that makes the page say so. */
function addressWithout(picked: Picked, part: UnavailablePart): string {
  const selection = { ...nothingPicked, ...picked };
  const cleared =
    part === 'engine'
      ? engineFailed(selection, picked.engine ?? '')
      : transmissionFailed(selection, picked.transmission ?? '');
  const { pathname, search } = selectionUrl(cleared);
  return `${pathname}${search === '' ? '?' : `${search}&`}${unavailableParameter}=${part}`;
}

async function loadEnginePage(call: Call, asked: Asked, named: VehiclePath): Promise<EnginePageData> {
  const { transmissions, ...vehicle } = await call('GET /v1/catalog/vehicle', { query: named });
  if (!vehicle.engine || (named.transmission !== undefined && !vehicle.transmission)) throw notFound();
  const path = vehiclePath('/catalog', named);
  const current = currentPath('/catalog', named, vehicle);
  if (current !== path) throw redirect(current + asked.search, 301);
  const read = parseSelectionUrl(asked.splat, asked.search);
  if (read.kind !== 'selection') throw notFound();
  const without = (part: UnavailablePart) => (error: unknown) => {
    if (codeOf(error) === 'region_mismatch') throw error;
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
  const told = {
    engine: recordFor(engine),
    transmission: transmission && recordFor(transmission),
    transmissions,
  };
  const selection = selectionFor(read.picked, told);
  const shown = drawnTune(selection).tune?.wire.dyno_csvs[selection.selectedDynoIndex];
  const ids = [stockTune(selection)?.wire.dyno_csvs[0]?.id, shown?.id].filter((id) => id !== undefined);
  // A curve that cannot be read is asked for again by the chart; the page does not need it.
  const [offers, ...runs] = await Promise.all([
    loadToolOffers(call, tools),
    ...ids.map((id) => call('GET /dyno-csv/:id', { params: { id } }).catch(() => null)),
  ]);
  return {
    origin: asked.origin,
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

/** The address of the vehicle an address was answered with: another one where names have changed since. */
export const currentPath = (base: '/catalog' | '/guide', named: VehiclePath, { make, model }: Vehicle): string =>
  vehiclePath(base, { ...named, ...(make ? { make: make.slug } : {}), ...(model ? { model: model.slug } : {}) });

/** Addresses are in small letters and without spaces; 'Volkswagen/2015/Golf R' is meant the same. */
async function rightlyWritten({ year, ...named }: VehiclePath): Promise<VehiclePath> {
  // Needed only for an address that leads nowhere.
  const { slugOf } = await loadChunk(() => import('@tuneport/domain/site/slug'));
  const parts = Object.entries(named).map(([part, word]) => [part, slugOf(word)]);
  return { ...Object.fromEntries(parts), ...(year === undefined ? {} : { year }) };
}

/** Redirects to the vehicle whose address was written otherwise or has changed, if there is one; else the error stands. */
export async function leadToRight(
  call: Call,
  base: '/catalog' | '/guide',
  asked: Asked,
  named: VehiclePath,
  error: unknown,
): Promise<never> {
  if (codeOf(error) !== 'not_found') throw error;
  const right = await rightlyWritten(named);
  const vehicle = await call('GET /v1/catalog/vehicle', { query: right }).catch(() => null);
  const to = vehicle && currentPath(base, right, vehicle);
  throw to === null || to === vehiclePath(base, named) ? error : redirect(to + asked.search, 301);
}

/** Everything a page below /catalog shows, by how much of the vehicle its address names. */
export async function loadVehicle(call: Call, asked: Asked): Promise<VehiclePageData> {
  const named = vehicleAt('/catalog', asked);
  try {
    if (named.engine !== undefined) return await loadEnginePage(call, asked, named);
    return await loadStep(call, '/catalog', asked, named);
  } catch (error) {
    if (codeOf(error) !== 'region_mismatch') return await leadToRight(call, '/catalog', asked, named, error);
    return { step: 'elsewhere', origin: asked.origin, path: vehiclePath('/catalog', named) };
  }
}
