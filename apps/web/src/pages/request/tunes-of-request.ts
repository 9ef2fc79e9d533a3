import type { Call } from '@tuneport/contract/index';
import { chooseTune } from '@tuneport/domain/catalog/selection/tune-selection';
import { nothingPicked } from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import type { DynoRun, FullEngine, FullTransmission } from '../../features/catalog/catalog-types.ts';
import { apart } from '../../features/catalog/tools/page-tools.ts';
import {
  drawnTune,
  recordFor,
  type Selection,
  selectionFor,
  stockTune,
} from '../../features/catalog/vehicle/selection.ts';

export type SoldTunes = {
  readonly engine: FullEngine;
  readonly transmission: FullTransmission | null;
  /** The curves drawn first. */
  readonly runs: readonly DynoRun[];
};

export const recordsOf = ({ engine, transmission }: Pick<SoldTunes, 'engine' | 'transmission'>) => ({
  engine: recordFor(engine),
  transmission: transmission && recordFor(transmission),
  transmissions: [],
});

/** The selection of the catalogue page for a list of tunes. Tunes of another vehicle are left out. */
export function selectionOfIds(records: ReturnType<typeof recordsOf>, ids: readonly number[]): Selection {
  const unitOf = (id: number) => {
    const inEngine = records.engine.tunes.find((tune) => tune.id === id);
    if (inEngine) return { unit: 'engine', slug: inEngine.slug } as const;
    const inTransmission = records.transmission?.tunes.find((tune) => tune.id === id);
    return inTransmission && ({ unit: 'transmission', slug: inTransmission.slug } as const);
  };
  return ids.reduce<Selection>(
    (selection, id) => {
      const known = unitOf(id);
      return known ? chooseTune(selection, known.unit, known.slug) : selection;
    },
    selectionFor(nothingPicked, records),
  );
}

type VehicleOfRequest = {
  readonly engine_id: number | null;
  readonly transmission_id: number | null;
  readonly tune_ids: readonly number[];
};

/** The tunes of the vehicle as on its catalogue page, with the curves that are drawn first. */
export async function loadSold(
  api: Call,
  { engine_id: engineId, transmission_id: transmissionId, tune_ids }: VehicleOfRequest,
): Promise<SoldTunes | null> {
  const [engineInfo, transmissionInfo] = await Promise.all([
    engineId === null ? null : api('GET /v1/catalog/engines/:engineId', { params: { engineId } }),
    transmissionId === null
      ? null
      : api('GET /v1/catalog/transmissions/:transmissionId', { params: { transmissionId } }),
  ]);
  if (!engineInfo) return null;
  const { engine, transmission } = apart(engineInfo, transmissionInfo);
  const selection = selectionOfIds(recordsOf({ engine, transmission }), tune_ids);
  const shown = [stockTune(selection), drawnTune(selection).tune].map((tune) => tune?.wire.dyno_csvs[0]?.id);
  const runs = await Promise.all(
    shown.flatMap((id) =>
      // A curve that fails to load is optional here; the chart requests it again.
      id === undefined ? [] : api('GET /dyno-csv/:id', { params: { id } }).catch(() => null),
    ),
  );
  return { engine, transmission, runs: runs.filter((run) => run !== null) };
}
