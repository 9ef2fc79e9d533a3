import { parseVehiclePath, vehiclePath } from './vehicle-path.ts';
import { dynoIndexMax, nothingPicked, type Picked, vehicleOf } from './vehicle-selection.ts';

/** The part of a URL after the host. */
type SelectionUrl = { readonly pathname: string; readonly search: string };

type SelectionUrlResult =
  | { readonly kind: 'selection'; readonly picked: Picked }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'not-found' };

const one = { tune: 'tune', transmissionTune: 'tcu', dsgTune: 'dsg', awdTune: 'awd' } as const;
const many = { addOnTunes: 'add', transmissionAddOnTunes: 'tcu-add', awdAddOnTunes: 'awd-add' } as const;
const engineParts = ['tune', 'addOnTunes'];
const tunesPerSlotMax = 60;
const slugLengthMax = 120;

const isSlug = (text: string): boolean => text !== '' && text.length <= slugLengthMax && !/\p{Cc}/u.test(text);

const keysOf = <T extends object>(table: T): (keyof T)[] => Object.keys(table) as (keyof T)[];

/**
 * The path is the vehicle, the query the picked options. Defaults are omitted, so a selection has one canonical URL.
 */
export function selectionUrl(picked: Picked): SelectionUrl {
  const query = new URLSearchParams();
  if (picked.engine !== null) {
    for (const slot of keysOf(one)) {
      const slug = picked[slot];
      if (slug !== null) query.append(one[slot], slug);
    }
    for (const slot of keysOf(many)) for (const slug of picked[slot]) query.append(many[slot], slug);
    if (picked.skipTransmissionSelection) query.append('transmission', 'skip');
    if (picked.selectedDynoIndex > 0) query.append('dyno', String(picked.selectedDynoIndex));
    if (picked.currentHpTorque !== 'crank') query.append('power', picked.currentHpTorque);
  }
  const search = query.toString();
  return { pathname: vehiclePath('/catalog', vehicleOf(picked)), search: search && `?${search}` };
}

/**
 * Parses the decoded part after /catalog and the query. A path that cannot be a vehicle is not found; invalid query
 * parameters are ignored individually, so that old links still open their vehicle.
 */
export function parseSelectionUrl(splat: string, search: string | URLSearchParams): SelectionUrlResult {
  const path = parseVehiclePath(splat, '/catalog');
  const query = new URLSearchParams(search);
  if (path.kind === 'not-found') return path;
  if (path.kind === 'redirect') {
    const kept = query.toString();
    return { kind: 'redirect', to: kept ? `${path.to}?${kept}` : path.to };
  }

  const { make = null, year = null, model = null, engine = null, transmission = null } = path.vehicle;
  const slugs = (name: string): string[] => [...new Set(query.getAll(name))].filter(isSlug).slice(0, tunesPerSlotMax);
  const has = (slot: string): boolean => (engineParts.includes(slot) ? engine !== null : transmission !== null);
  const dyno = query.get('dyno') ?? '';

  return {
    kind: 'selection',
    picked: {
      ...nothing,
      make,
      year,
      model,
      engine,
      transmission,
      ...Object.fromEntries(keysOf(one).map((slot) => [slot, has(slot) ? (slugs(one[slot])[0] ?? null) : null])),
      ...Object.fromEntries(keysOf(many).map((slot) => [slot, has(slot) ? slugs(many[slot]) : []])),
      skipTransmissionSelection: engine !== null && transmission === null && query.get('transmission') === 'skip',
      selectedDynoIndex: engine !== null && /^[1-9]\d{0,2}$/.test(dyno) ? Math.min(Number(dyno), dynoIndexMax) : 0,
      currentHpTorque: engine !== null && query.get('power') === 'regular' ? 'regular' : 'crank',
    },
  };
}

/** The picked values without the server's data. */
export function pickedOf(selection: Picked): Picked {
  const {
    make,
    year,
    model,
    engine,
    transmission,
    skipTransmissionSelection,
    tune,
    addOnTunes,
    transmissionTune,
    dsgTune,
    transmissionAddOnTunes,
    awdTune,
    awdAddOnTunes,
    selectedDynoIndex,
    currentHpTorque,
  } = selection;
  return {
    make,
    year,
    model,
    engine,
    transmission,
    skipTransmissionSelection,
    tune,
    addOnTunes,
    transmissionTune,
    dsgTune,
    transmissionAddOnTunes,
    awdTune,
    awdAddOnTunes,
    selectedDynoIndex,
    currentHpTorque,
  };
}

const nothing: Picked = pickedOf(nothingPicked);
