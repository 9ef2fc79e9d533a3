import type { DynoType } from '../dyno.ts';
import type { VehiclePath } from './vehicle-path.ts';

/** One choice: its slug in the URL and its label. */
export type Entry = { readonly slug: string; readonly name: string };

type TuneType = { readonly isDsg: boolean; readonly isAwd: boolean };

/** The fields of a tune that the selection needs. */
export type SelectableTune = {
  readonly id: number;
  readonly slug: string;
  readonly isStock: boolean;
  /** An add-on: bought in addition to a main tune, not instead of it. */
  readonly optional: boolean;
  readonly requires: readonly number[];
  readonly recommended: readonly number[];
  readonly tuneTypes: readonly TuneType[];
};

/** The full record of an engine or transmission, limited to what the selection needs. */
export type FullRecord<T extends SelectableTune = SelectableTune> = {
  readonly slug: string;
  readonly tunes: readonly T[];
};

/** The picked values. All are slugs, because the URL is the state. */
export type Picked = {
  readonly make: string | null;
  readonly year: string | null;
  readonly model: string | null;
  readonly engine: string | null;
  readonly transmission: string | null;
  readonly skipTransmissionSelection: boolean;
  readonly tune: string | null;
  readonly addOnTunes: readonly string[];
  readonly transmissionTune: string | null;
  readonly dsgTune: string | null;
  readonly transmissionAddOnTunes: readonly string[];
  readonly awdTune: string | null;
  readonly awdAddOnTunes: readonly string[];
  readonly selectedDynoIndex: number;
  readonly currentHpTorque: DynoType;
};

export const listNames = ['makes', 'years', 'models', 'engines', 'transmissions'] as const;
export type ListName = (typeof listNames)[number];

/** The picked values with the data loaded so far. Null means not loaded yet. */
export type CatalogSelection<T extends SelectableTune = SelectableTune> = Picked & {
  readonly makes: readonly Entry[] | null;
  readonly years: readonly string[] | null;
  readonly models: readonly Entry[] | null;
  readonly engines: readonly Entry[] | null;
  readonly transmissions: readonly Entry[] | 'none' | null;
  readonly fullEngine: FullRecord<T> | null;
  readonly fullTransmission: FullRecord<T> | null;
  readonly loading: Readonly<Record<ListName, boolean>>;
};

const noTransmissionTunes = {
  transmissionTune: null,
  dsgTune: null,
  transmissionAddOnTunes: [],
  awdTune: null,
  awdAddOnTunes: [],
} as const;
const noTransmission = {
  transmission: null,
  skipTransmissionSelection: false,
  fullTransmission: null,
  ...noTransmissionTunes,
} as const;
const noEngine = {
  engine: null,
  fullEngine: null,
  tune: null,
  addOnTunes: [],
  transmissions: null,
  selectedDynoIndex: 0,
  currentHpTorque: 'crank',
  ...noTransmission,
} as const;
const noModel = { model: null, engines: null, ...noEngine } as const;
const noYear = { year: null, models: null, ...noModel } as const;

export const nothingPicked: CatalogSelection<never> = {
  make: null,
  makes: null,
  years: null,
  ...noYear,
  loading: { makes: false, years: false, models: false, engines: false, transmissions: false },
};

// Responses in flight for an earlier choice no longer count, so their loading flags are reset.
const quiet = (state: CatalogSelection, from: ListName): CatalogSelection['loading'] => {
  const first = listNames.indexOf(from);
  return Object.fromEntries(
    listNames.map((list, at) => [list, at < first && state.loading[list]]),
  ) as CatalogSelection['loading'];
};

export const chooseMake = <T extends SelectableTune>(s: CatalogSelection<T>, make: string): CatalogSelection<T> => ({
  ...s,
  years: null,
  ...noYear,
  make,
  loading: quiet(s, 'years'),
});

export const chooseYear = <T extends SelectableTune>(s: CatalogSelection<T>, year: string): CatalogSelection<T> => ({
  ...s,
  ...noYear,
  year,
  loading: quiet(s, 'models'),
});

export const chooseModel = <T extends SelectableTune>(s: CatalogSelection<T>, model: string): CatalogSelection<T> => ({
  ...s,
  ...noModel,
  model,
  loading: quiet(s, 'engines'),
});

export const chooseEngine = <T extends SelectableTune>(
  s: CatalogSelection<T>,
  engine: string,
): CatalogSelection<T> => ({
  ...s,
  ...noEngine,
  engine,
  loading: quiet(s, 'transmissions'),
});

export const chooseTransmission = <T extends SelectableTune>(
  s: CatalogSelection<T>,
  transmission: string,
): CatalogSelection<T> => (s.engine === null ? s : { ...s, ...noTransmission, transmission });

export const skipTransmission = <T extends SelectableTune>(s: CatalogSelection<T>): CatalogSelection<T> =>
  s.engine === null ? s : { ...s, ...noTransmission, skipTransmissionSelection: true };

/** The list of makes does not depend on the selection, so it stays. */
export const reset = <T extends SelectableTune>(s: CatalogSelection<T>): CatalogSelection<T> => ({
  ...nothingPicked,
  makes: s.makes,
  loading: { ...nothingPicked.loading, makes: s.loading.makes },
});

/** Ignores a failure that arrives after the visitor has chosen something else. */
export const engineFailed = <T extends SelectableTune>(s: CatalogSelection<T>, engine: string): CatalogSelection<T> =>
  s.engine === engine ? { ...s, ...noEngine, loading: quiet(s, 'transmissions') } : s;

export const transmissionFailed = <T extends SelectableTune>(
  s: CatalogSelection<T>,
  transmission: string,
): CatalogSelection<T> => (s.transmission === transmission ? { ...s, ...noTransmission } : s);

export const showHpTorque = <T extends SelectableTune>(
  s: CatalogSelection<T>,
  currentHpTorque: DynoType,
): CatalogSelection<T> => (s.engine === null ? s : { ...s, currentHpTorque });

export const dynoIndexMax = 999;

export const showDyno = <T extends SelectableTune>(s: CatalogSelection<T>, index: number): CatalogSelection<T> =>
  s.engine !== null && Number.isInteger(index) && index >= 0 && index <= dynoIndexMax
    ? { ...s, selectedDynoIndex: index }
    : s;

/** The vehicle as it appears in its path. */
export function vehicleOf(s: Picked): VehiclePath {
  const { make, year, model, engine, transmission } = s;
  if (make === null) return {};
  if (year === null) return { make };
  if (model === null) return { make, year };
  if (engine === null) return { make, year, model };
  return transmission === null ? { make, year, model, engine } : { make, year, model, engine, transmission };
}

const parents: Readonly<Record<ListName, readonly (keyof VehiclePath)[]>> = {
  makes: [],
  years: ['make'],
  models: ['make', 'year'],
  engines: ['make', 'year', 'model'],
  transmissions: ['make', 'year', 'model', 'engine'],
};

const isStillRequested = (s: Picked, list: ListName, of: VehiclePath): boolean =>
  parents[list].every((part) => s[part] !== null && s[part] === of[part]);

const withLoading = <T extends SelectableTune>(
  s: CatalogSelection<T>,
  list: ListName,
  on: boolean,
): CatalogSelection<T> => ({ ...s, loading: { ...s.loading, [list]: on } });

export const listRequested = <T extends SelectableTune>(s: CatalogSelection<T>, list: ListName): CatalogSelection<T> =>
  withLoading(s, list, true);

export const listFailed = <T extends SelectableTune>(
  s: CatalogSelection<T>,
  list: ListName,
  of: VehiclePath,
): CatalogSelection<T> => (isStillRequested(s, list, of) ? withLoading(s, list, false) : s);

/** Stores a list returned for a vehicle. Ignored if the visitor has chosen another one meanwhile. */
export function listArrived<T extends SelectableTune>(
  s: CatalogSelection<T>,
  list: ListName,
  of: VehiclePath,
  entries: readonly Entry[],
): CatalogSelection<T> {
  if (!isStillRequested(s, list, of)) return s;
  const loaded = withLoading(s, list, false);
  switch (list) {
    case 'years':
      return { ...loaded, years: sortYears(entries.map((entry) => entry.slug)) };
    case 'transmissions':
      return { ...loaded, transmissions: entries.length === 0 ? 'none' : entries };
    default:
      return { ...loaded, [list]: entries };
  }
}

/** Newest first, a half year before its full year, Series last. */
export function sortYears(years: readonly string[]): string[] {
  const age = (year: string): number => (year === 'Series' ? Number.POSITIVE_INFINITY : -Number(year));
  return [...years].sort((a, b) => {
    const [x, y] = [age(a), age(b)];
    return x < y ? -1 : x > y ? 1 : a < b ? -1 : a > b ? 1 : 0;
  });
}

/** The vehicle is incomplete until it is known whether it has transmissions. */
export const isVehicleSelected = (s: CatalogSelection): boolean =>
  s.engine !== null && (s.transmission !== null || s.skipTransmissionSelection || s.transmissions === 'none');
