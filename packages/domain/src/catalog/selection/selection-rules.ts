import type { SelectableTune } from '../vehicles/vehicle-selection.ts';
import { type MainSlot, mainSlots, placeOf, type TuneUnit, tuneUnits } from './tune-places.ts';

// The selection rules, shared by the catalogue page, the request page and every call that prices or sells tunes.

type RuleTune = Pick<SelectableTune, 'id' | 'isStock' | 'optional' | 'requires' | 'tuneTypes'>;
type Owned<T extends RuleTune> = { readonly unit: TuneUnit; readonly tune: T };
export type ChosenTune<T extends RuleTune> = Owned<T> & {
  /** Added because a picked tune requires it. */
  readonly required: boolean;
};

/** The engine and transmission of a selection, with their tunes. */
type SelectionVehicle<T extends RuleTune> = {
  readonly engine: {
    readonly tunes: readonly T[];
    /** The transmissions available with this engine; null if already verified. */
    readonly transmissionIds: readonly number[] | null;
  } | null;
  readonly transmission: { readonly id: number; readonly tunes: readonly T[] } | null;
};

export type SelectionProblem =
  | { readonly kind: 'engine-missing' }
  | { readonly kind: 'foreign-transmission' }
  | { readonly kind: 'nothing-chosen' }
  | { readonly kind: 'unknown-tune'; readonly unit: TuneUnit; readonly tuneId: number }
  | { readonly kind: 'requirement-missing'; readonly tuneId: number; readonly requires: number }
  | { readonly kind: 'exclusive'; readonly tuneIds: readonly number[] };

type CheckedSelection<T extends RuleTune> = {
  /** The tunes to buy, without duplicates, including everything the picked ones require. */
  readonly tunes: readonly ChosenTune<T>[];
  readonly problems: readonly SelectionProblem[];
};

/** A tune with everything it requires, limited to `known`. */
export function withRequirements<T extends RuleTune>(
  ids: Iterable<number>,
  known: ReadonlyMap<number, Owned<T>>,
): Set<number> {
  const all = new Set(ids);
  // Iterating a Set visits elements added during iteration, so transitive requirements are included.
  for (const id of all) for (const next of known.get(id)?.tune.requires ?? []) if (known.has(next)) all.add(next);
  return all;
}

/**
 * Groups of tunes that cannot be bought together: a control unit runs one main tune at a time. Two main tunes of the
 * same place are only allowed if one chosen tune requires both.
 */
export function exclusiveGroups<T extends RuleTune>(chosen: readonly Owned<T>[]): number[][] {
  const known = new Map(chosen.map((one) => [one.tune.id, one]));
  const mains = new Map<MainSlot, number[]>(mainSlots.map((slot) => [slot, []]));
  for (const { unit, tune } of known.values())
    if (!tune.isStock && !tune.optional) mains.get(placeOf(unit, tune).main)?.push(tune.id);
  const taken = [...mains.values()].filter((ids) => ids.length > 1);
  if (taken.length === 0) return [];
  const bundles = [...known.keys()].map((id) => withRequirements([id], known));
  const together = (a: number, b: number) => bundles.some((bundle) => bundle.has(a) && bundle.has(b));
  return taken
    .map((ids) => ids.filter((id) => ids.some((other) => other !== id && !together(id, other))))
    .filter((ids) => ids.length > 0);
}

/** Every tune of the vehicle by id, engine tunes first. A tune of both units belongs to the engine. */
function tunesOfVehicle<T extends RuleTune>({ engine, transmission }: SelectionVehicle<T>) {
  const known = new Map<number, Owned<T>>();
  for (const tune of engine?.tunes ?? []) known.set(tune.id, { unit: 'engine', tune });
  for (const tune of transmission?.tunes ?? [])
    if (!known.has(tune.id)) known.set(tune.id, { unit: 'transmission', tune });
  return known;
}

/** Adds required tunes to the picked ones and reports everything that makes the selection invalid. */
export function checkSelection<T extends RuleTune>(
  vehicle: SelectionVehicle<T>,
  picked: Readonly<Record<TuneUnit, readonly number[]>>,
): CheckedSelection<T> {
  const { engine, transmission } = vehicle;
  const problems: SelectionProblem[] = [];
  if (transmission && engine?.transmissionIds?.includes(transmission.id) === false)
    problems.push({ kind: 'foreign-transmission' });
  const known = new Map(tunesOfVehicle(vehicle));
  const own = new Set<number>();
  for (const unit of tuneUnits)
    for (const tuneId of picked[unit]) {
      const tune = vehicle[unit]?.tunes.find(({ id }) => id === tuneId);
      if (!tune) problems.push({ kind: 'unknown-tune', unit, tuneId });
      else if (!own.has(tuneId)) {
        own.add(tuneId);
        known.set(tuneId, { unit, tune });
      }
    }
  const chosen = [...withRequirements(own, known)].flatMap((id) => {
    const one = known.get(id);
    return one ? [{ ...one, required: !own.has(id) }] : [];
  });
  for (const { tune } of chosen)
    for (const requires of tune.requires)
      if (!known.has(requires)) problems.push({ kind: 'requirement-missing', tuneId: tune.id, requires });
  for (const tuneIds of exclusiveGroups(chosen)) problems.push({ kind: 'exclusive', tuneIds });
  const tunes = chosen.filter(({ tune }) => !tune.isStock);
  // The engine's tool restriction also applies to all-wheel-drive tunes.
  if (!engine && tunes.some(({ unit, tune }) => placeOf(unit, tune).kind === 'awd'))
    problems.push({ kind: 'engine-missing' });
  if (tunes.length === 0 && problems.length === 0) problems.push({ kind: 'nothing-chosen' });
  return { tunes, problems };
}
