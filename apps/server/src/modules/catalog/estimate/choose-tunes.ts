import {
  type ChosenTune,
  checkSelection,
  type SelectionProblem,
} from '@tuneport/domain/catalog/selection/selection-rules';
import type { TuneUnit } from '@tuneport/domain/catalog/selection/tune-places';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { fullEngine, fullTransmission } from '../record-cache.ts';
import { typesOf } from '../tune-kind.ts';
import type { TuneRow, Unit } from '../tune-queries.ts';
import type { Sides } from './check-compat.ts';

type PickedTunes = {
  readonly engine: number | null;
  readonly transmission: number | null;
  readonly tunes: readonly number[];
  readonly transmission_tunes: readonly number[];
};
export type Chosen = { readonly unit: Unit; readonly tune: TuneRow; readonly required: boolean };

/** The selected engine and transmission as sold in the region. */
export async function readSides(platform: Platform, region: Region, picked: PickedTunes): Promise<Sides> {
  const errors: Record<string, string[]> = {};
  if (picked.tunes.length + picked.transmission_tunes.length === 0) errors.tunes = [nothingChosen];
  if (picked.tunes.length > 0 && picked.engine === null) errors.engine = ['Choose an engine for these tunes.'];
  if (picked.transmission_tunes.length > 0 && picked.transmission === null)
    errors.transmission = ['Choose a transmission for these tunes.'];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  const unknown = (field: TuneUnit) => (error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found')
      throw fieldRefusal({ [field]: [`This ${field} is no longer in the catalogue.`] });
    throw error;
  };
  const [engine, transmission] = await Promise.all([
    picked.engine === null ? null : fullEngine(platform, picked.engine, region).catch(unknown('engine')),
    picked.transmission === null
      ? null
      : fullTransmission(platform, picked.transmission, region).catch(unknown('transmission')),
  ]);
  return { engine, transmission };
}

const nothingChosen = 'Choose at least one tune.';

/** Converts a row to the shape that the domain rules share with the browser. */
const ruleTune = (row: TuneRow) => ({
  id: row.id,
  isStock: row.is_stock,
  optional: row.optional,
  requires: row.requires,
  tuneTypes: typesOf(row),
  row,
});
type RuleTune = ReturnType<typeof ruleTune>;

/** The requested tunes and their requirements, without duplicates. Throws if the selection breaks a rule. */
export function chooseTunes({ engine, transmission }: Sides, picked: PickedTunes): Chosen[] {
  const { tunes, problems } = checkSelection<RuleTune>(
    {
      engine: engine && { tunes: engine.tunes.map(ruleTune), transmissionIds: engine.record.transmission_ids },
      transmission: transmission && { id: transmission.record.id, tunes: transmission.tunes.map(ruleTune) },
    },
    { engine: picked.tunes, transmission: picked.transmission_tunes },
  );
  if (problems.length > 0) throw fieldRefusal(errorsOf(problems, tunes, engine?.record.name ?? ''));
  return tunes.map(({ unit, tune, required }) => ({ unit, tune: tune.row, required }));
}

function errorsOf(problems: readonly SelectionProblem[], tunes: readonly ChosenTune<RuleTune>[], engine: string) {
  const errors: Record<string, string[]> = {};
  const chosen = (id: number) => tunes.find(({ tune }) => tune.id === id);
  const nameOf = (id: number) => chosen(id)?.tune.row.name ?? `Tune ${id}`;
  const add = (field: string, message: string) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const problem of problems)
    switch (problem.kind) {
      case 'engine-missing':
        add('engine', 'Choose the engine of this vehicle to add an all-wheel-drive tune.');
        break;
      case 'foreign-transmission':
        add('transmission', `This transmission does not go with the engine ${engine}.`);
        break;
      case 'nothing-chosen':
        add('tunes', nothingChosen);
        break;
      case 'unknown-tune':
        add(fieldOf(problem.unit), `Tune ${problem.tuneId} is not for this ${problem.unit}.`);
        break;
      case 'requirement-missing':
        add('tunes', `${nameOf(problem.tuneId)} needs another tune that is not available for this vehicle.`);
        break;
      case 'exclusive': {
        const [first = 0] = problem.tuneIds;
        const names = problem.tuneIds.map(nameOf);
        add(fieldOf(chosen(first)?.unit ?? 'engine'), `Only one of these tunes can be installed: ${names.join(', ')}.`);
        break;
      }
    }
  return errors;
}

const fieldOf = (unit: TuneUnit) => (unit === 'engine' ? 'tunes' : 'transmission_tunes');
