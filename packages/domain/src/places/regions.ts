import { msg } from '../text/text.ts';

export const regions = { NorthAmerica: 1, Europe: 2 } as const;
export type RegionId = (typeof regions)[keyof typeof regions];

export const regionNames: Readonly<Record<RegionId, string>> = { 1: msg('North America'), 2: msg('Europe') };
export const defaultRegions: readonly RegionId[] = [regions.NorthAmerica];

export const isRegionId = (value: unknown): value is RegionId => value === 1 || value === 2;

// European islands and territories whose time zones are outside Europe/; some browsers still use the old name of the
// Faroes.
const europeanElsewhere: ReadonlySet<string> = new Set([
  'Atlantic/Azores',
  'Atlantic/Canary',
  'Atlantic/Faroe',
  'Atlantic/Faeroe',
  'Atlantic/Madeira',
  'Atlantic/Reykjavik',
  'Arctic/Longyearbyen',
  'Asia/Nicosia',
]);

export const isEuropeanTimeZone = (timeZone: string): boolean =>
  timeZone.startsWith('Europe/') || europeanElsewhere.has(timeZone);

/** The region to offer a visitor instead of the active one, or null for no dialog. */
export function regionOffer(visit: {
  readonly active: RegionId;
  readonly regions: readonly RegionId[];
  readonly timeZone: string | null | undefined;
  readonly dismissed: boolean;
}): RegionId | null {
  if (visit.dismissed || !visit.timeZone) return null;
  const home = isEuropeanTimeZone(visit.timeZone) ? regions.Europe : regions.NorthAmerica;
  return home !== visit.active && visit.regions.includes(home) && visit.regions.includes(visit.active) ? home : null;
}

/** Written by the server into the page as window.trActiveRegionOptions. */
export type ActiveRegionOptions = {
  readonly active: RegionId;
  readonly regions: readonly RegionId[];
  readonly names: Readonly<Record<string, string>>;
  readonly urls: Readonly<Record<string, string>>;
};

export const missingRegionOptions = 'Missing window.trActiveRegionOptions';

export function activeRegionOptions(view: { readonly trActiveRegionOptions?: unknown }): ActiveRegionOptions {
  const options = view.trActiveRegionOptions;
  if (typeof options !== 'object' || options === null) throw new Error(missingRegionOptions);
  const { active, regions: list, names, urls } = options as Partial<ActiveRegionOptions>;
  if (!isRegionId(active) || !Array.isArray(list) || !list.every(isRegionId)) throw new Error(missingRegionOptions);
  return { active, regions: list, names: names ?? {}, urls: urls ?? {} };
}
