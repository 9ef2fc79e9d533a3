import type { ListedTune } from '../catalog-types.ts';

/** A tune for more engines than this is titled by its own name: no single vehicle represents it. */
const enginesMax = 12;

export const isForOneVehicle = ({ vehicles, engine_count }: Pick<ListedTune, 'vehicles' | 'engine_count'>): boolean =>
  vehicles.length > 0 && engine_count <= enginesMax;

/** The stage of a tune, which is its first type; tunes without a type are named. */
export const stageOf = ({ tune_types, name }: Pick<ListedTune, 'tune_types' | 'name'>): string =>
  tune_types[0]?.name ?? name;

type Listed = Pick<ListedTune, 'vehicles' | 'engine_count'>;

/** Neighbours in the list that are for the same vehicle and engine form one group, so that the order stays. */
export function groupTunes<Tune extends Listed>(tunes: readonly Tune[]): [Tune, ...Tune[]][] {
  const groups: [Tune, ...Tune[]][] = [];
  for (const tune of tunes) {
    const last = groups.at(-1);
    const isSame =
      last !== undefined &&
      isForOneVehicle(tune) &&
      isForOneVehicle(last[0]) &&
      last[0].vehicles[0]?.path === tune.vehicles[0]?.path;
    if (isSame) last.push(tune);
    else groups.push([tune]);
  }
  return groups;
}
