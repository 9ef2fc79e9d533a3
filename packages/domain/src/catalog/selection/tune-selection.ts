import type { CatalogSelection, FullRecord, Picked, SelectableTune } from '../vehicles/vehicle-selection.ts';
import { exclusiveGroups, withRequirements } from './selection-rules.ts';
import { type AddOnSlot, type MainSlot, placeOf, type TuneKind, type TuneUnit, tuneUnits } from './tune-places.ts';

const slotsOfUnit = {
  engine: { main: ['tune'], addOns: ['addOnTunes'] },
  transmission: {
    main: ['transmissionTune', 'dsgTune', 'awdTune'],
    addOns: ['transmissionAddOnTunes', 'awdAddOnTunes'],
  },
} as const satisfies Record<TuneUnit, { main: readonly MainSlot[]; addOns: readonly AddOnSlot[] }>;

type SelectedTune<T extends SelectableTune = SelectableTune> = {
  readonly unit: TuneUnit;
  readonly kind: TuneKind;
  readonly addOn: boolean;
  readonly tune: T;
};

const recordOf = <T extends SelectableTune>(s: CatalogSelection<T>, unit: TuneUnit): FullRecord<T> | null =>
  unit === 'engine' ? s.fullEngine : s.fullTransmission;

const tuneOf = <T extends SelectableTune>(
  s: CatalogSelection<T>,
  unit: TuneUnit,
  slug: string | null,
): T | undefined => (slug === null ? undefined : recordOf(s, unit)?.tunes.find((tune) => tune.slug === slug));

const stockOf = <T extends SelectableTune>(s: CatalogSelection<T>): T | undefined =>
  s.fullEngine?.tunes.find((tune) => tune.isStock);

/** All picked tunes including stock, engine before transmission and main before add-on. */
export function selectedTunes<T extends SelectableTune>(s: CatalogSelection<T>): SelectedTune<T>[] {
  const list: SelectedTune<T>[] = [];
  for (const unit of tuneUnits) {
    const push = (slug: string | null, addOn: boolean) => {
      const tune = tuneOf(s, unit, slug);
      if (tune) list.push({ unit, kind: placeOf(unit, tune).kind, addOn, tune });
    };
    for (const slot of slotsOfUnit[unit].main) push(s[slot], false);
    for (const slot of slotsOfUnit[unit].addOns) for (const slug of s[slot]) push(slug, true);
  }
  return list;
}

/** The picked tunes without stock, which the car already has. */
export const boughtTunes = <T extends SelectableTune>(s: CatalogSelection<T>): SelectedTune<T>[] =>
  selectedTunes(s).filter(({ tune }) => !tune.isStock);

type Slots = Pick<Picked, MainSlot | AddOnSlot>;

type Owned<T> = { readonly unit: TuneUnit; readonly tune: T };

/** Every tune of the vehicle by id. A tune of both units belongs to the unit it is picked for, else to the engine. */
function tunesById<T extends SelectableTune>(s: CatalogSelection<T>): Map<number, Owned<T>> {
  const known = new Map<number, Owned<T>>();
  for (const unit of tuneUnits)
    for (const tune of recordOf(s, unit)?.tunes ?? []) if (!known.has(tune.id)) known.set(tune.id, { unit, tune });
  for (const { unit, tune } of selectedTunes(s)) known.set(tune.id, { unit, tune });
  return known;
}

const emptySlots = (unit: TuneUnit): Partial<Slots> => ({
  ...Object.fromEntries(slotsOfUnit[unit].main.map((slot) => [slot, null])),
  ...Object.fromEntries(slotsOfUnit[unit].addOns.map((slot) => [slot, []])),
});

/** Stores a tune: the first main tune of a place in its slot, any other as an add-on. */
function put<T extends SelectableTune>(s: CatalogSelection<T>, { unit, tune }: Owned<T>): CatalogSelection<T> {
  const place = placeOf(unit, tune);
  const taken = tuneOf(s, unit, s[place.main]);
  const free = !taken || taken.isStock || taken.id === tune.id;
  if (!tune.optional && free) return { ...s, [place.main]: tune.slug };
  // The car already has stock, so it does not need to be picked.
  if (tune.isStock || s[place.addOns].includes(tune.slug)) return s;
  return { ...s, [place.addOns]: [...s[place.addOns], tune.slug] };
}

/**
 * Normalizes the selection: each tune in its own slot, no duplicates, only tunes of the record, no mutually exclusive
 * ones, and all requirements included. `first` always stays; otherwise the earlier tune takes precedence.
 */
export function settleTunes<T extends SelectableTune>(state: CatalogSelection<T>, first?: T): CatalogSelection<T> {
  const known = tunesById(state);
  const ownedBy = (ids: Iterable<number>) => [...ids].flatMap((id) => known.get(id) ?? []);
  const picked = selectedTunes(state).map(({ tune }) => tune.id);
  const wanted = first ? [first.id, ...picked.filter((id) => id !== first.id)] : picked;
  let kept = withRequirements(wanted, known);
  if (exclusiveGroups(ownedBy(kept)).length > 0) {
    kept = new Set();
    for (const id of wanted) {
      const more = withRequirements([...kept, id], known);
      if (exclusiveGroups(ownedBy(more)).length === 0) kept = more;
    }
  }
  const inOrder = [...picked.filter((id) => kept.has(id)), ...[...kept].filter((id) => !picked.includes(id))];
  let s = state;
  for (const unit of tuneUnits) if (recordOf(s, unit)) s = { ...s, ...emptySlots(unit) };
  for (const one of ownedBy(inOrder)) s = put(s, one);
  // Happens if the tune in the URL is not sold for this engine.
  if (s.fullEngine && s.tune === null && state.tune !== null) s = { ...s, tune: stockOf(s)?.slug ?? null };
  return s;
}

/** Ids of the picked tunes that require this one, directly or transitively. */
export function requiredBy(s: CatalogSelection, id: number): number[] {
  const found = new Set<number>();
  const walk = [id];
  for (const needed of walk)
    for (const { tune } of selectedTunes(s))
      if (tune.id !== id && !found.has(tune.id) && tune.requires.includes(needed)) {
        found.add(tune.id);
        walk.push(tune.id);
      }
  return [...found].sort((a, b) => a - b);
}

/** Removes tunes, their dependents, and requirements that no other tune needs. */
function drop<T extends SelectableTune>(s: CatalogSelection<T>, ids: readonly number[]): CatalogSelection<T> {
  const chosen = selectedTunes(s);
  const byId = new Map(chosen.map(({ tune }) => [tune.id, tune]));
  const gone = new Set(ids.flatMap((id) => [id, ...requiredBy(s, id)]));
  const requiredByRemoved = reach(byId, gone);
  const stay = reach(byId, new Set([...byId.keys()].filter((id) => !requiredByRemoved.has(id))));
  const keeps = (unit: TuneUnit, slug: string): boolean => {
    const tune = tuneOf(s, unit, slug);
    return tune === undefined || (stay.has(tune.id) && !gone.has(tune.id));
  };
  let left = s;
  for (const unit of tuneUnits) {
    const { main, addOns } = slotsOfUnit[unit];
    for (const slot of main) {
      const slug = s[slot];
      if (slug !== null && !keeps(unit, slug)) left = { ...left, [slot]: null };
    }
    for (const slot of addOns) left = { ...left, [slot]: s[slot].filter((slug) => keeps(unit, slug)) };
  }
  if (left.tune === null && s.tune !== null)
    left = { ...left, tune: stockOf(left)?.slug ?? null, selectedDynoIndex: 0 };
  return settleTunes(left);
}

function reach(byId: ReadonlyMap<number, SelectableTune>, from: ReadonlySet<number>): Set<number> {
  const reached = new Set(from);
  for (const id of reached) for (const next of byId.get(id)?.requires ?? []) if (byId.has(next)) reached.add(next);
  return reached;
}

/**
 * Picks a tune with its requirements and removes what they exclude, with its dependents. An unknown slug is a no-op.
 */
export function chooseTune<T extends SelectableTune>(
  s: CatalogSelection<T>,
  unit: TuneUnit,
  slug: string,
): CatalogSelection<T> {
  const tune = tuneOf(s, unit, slug);
  if (!tune) return s;
  const shown = { ...s, selectedDynoIndex: 0 };
  const known = tunesById(s);
  const { main, addOns } = placeOf(unit, tune);
  const before = tune.optional ? undefined : tuneOf(s, unit, s[main]);
  const wanted = withRequirements([tune.id], known);
  const together = withRequirements([...wanted, ...selectedTunes(s).map((one) => one.tune.id)], known);
  const excluded = exclusiveGroups([...together].flatMap((id) => known.get(id) ?? [])).flat();
  const rivals = [...excluded.filter((id) => !wanted.has(id))];
  if (before && before.id !== tune.id && !before.isStock) rivals.push(before.id);
  const left = rivals.length === 0 ? shown : drop(shown, rivals);
  if (tune.optional) return settleTunes(put(left, { unit, tune }), tune);
  const beside = { ...left, [addOns]: left[addOns].filter((other) => other !== slug) };
  return settleTunes({ ...beside, [main]: slug }, tune);
}

/** Removes one tune, unless another picked tune requires it (see `requiredBy`). */
export function removeTune<T extends SelectableTune>(
  s: CatalogSelection<T>,
  unit: TuneUnit,
  slug: string,
): CatalogSelection<T> {
  const selected = selectedTunes(s).find((one) => one.unit === unit && one.tune.slug === slug);
  return !selected || requiredBy(s, selected.tune.id).length > 0 ? s : drop(s, [selected.tune.id]);
}

/** Resets the engine to stock. */
export function removeEcuTunes<T extends SelectableTune>(s: CatalogSelection<T>): CatalogSelection<T> {
  const ids = selectedTunes(s).filter(({ kind, tune }) => kind === 'ecu' && !tune.isStock);
  const bare = drop(
    s,
    ids.map(({ tune }) => tune.id),
  );
  return settleTunes({ ...bare, tune: stockOf(bare)?.slug ?? null, addOnTunes: [], selectedDynoIndex: 0 });
}
