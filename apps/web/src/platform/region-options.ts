import type { ActiveRegionOptions } from '@tuneport/domain/places/regions';
import type { UiState } from './ui-state.ts';

export function regionOptions(ui: UiState): ActiveRegionOptions {
  const { region, regions } = ui.settings;
  return {
    active: region,
    regions: regions.map((each) => each.id),
    names: Object.fromEntries(regions.map((each) => [each.id, each.name])),
    urls: Object.fromEntries(regions.map((each) => [each.id, each.url ?? '/'])),
  };
}

/** JSON that is safe inside a script element. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
