import type { SelectableTune } from '../vehicles/vehicle-selection.ts';

export const tuneUnits = ['engine', 'transmission'] as const;
export type TuneUnit = (typeof tuneUnits)[number];
/** What a tune is written into; determines tool restrictions. */
export type TuneKind = 'ecu' | 'tcu' | 'awd';

export const mainSlots = ['tune', 'transmissionTune', 'dsgTune', 'awdTune'] as const;
export type MainSlot = (typeof mainSlots)[number];
const addOnSlots = ['addOnTunes', 'transmissionAddOnTunes', 'awdAddOnTunes'] as const;
export type AddOnSlot = (typeof addOnSlots)[number];

type Place = { readonly main: MainSlot; readonly addOns: AddOnSlot; readonly kind: TuneKind };

/** The slots of a tune in a selection. For transmission tunes they depend on the tune types; DSG wins over AWD. */
export function placeOf(unit: TuneUnit, tune: Pick<SelectableTune, 'tuneTypes'>): Place {
  if (unit === 'engine') return { main: 'tune', addOns: 'addOnTunes', kind: 'ecu' };
  if (tune.tuneTypes.some((type) => type.isDsg))
    return { main: 'dsgTune', addOns: 'transmissionAddOnTunes', kind: 'tcu' };
  if (tune.tuneTypes.some((type) => type.isAwd)) return { main: 'awdTune', addOns: 'awdAddOnTunes', kind: 'awd' };
  return { main: 'transmissionTune', addOns: 'transmissionAddOnTunes', kind: 'tcu' };
}
