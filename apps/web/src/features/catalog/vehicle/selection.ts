import { leadFirst } from '@tuneport/domain/catalog/lead-tune';
import { placeOf, type TuneUnit } from '@tuneport/domain/catalog/selection/tune-places';
import { boughtTunes, chooseTune, requiredBy, settleTunes } from '@tuneport/domain/catalog/selection/tune-selection';
import {
  type CatalogSelection,
  type FullRecord,
  nothingPicked,
  type Picked,
} from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import { msg, t } from '@tuneport/domain/text/text';
import type { CatalogTune, FullEngine, FullTransmission, Transmission, Tune } from '../catalog-types.ts';
import { asToolIds } from '../tools/own-tools.ts';

// Maps the server's records to the input of the selection rules and to the lists of the page.

export type Selection = CatalogSelection<CatalogTune>;

const tuneFor = (wire: Tune): CatalogTune => ({
  id: wire.id,
  slug: wire.slug,
  isStock: wire.is_stock,
  optional: wire.optional,
  requires: wire.requires,
  recommended: wire.recommended,
  tuneTypes: wire.tune_types.map((type) => ({ isAwd: type.is_awd, isDsg: type.is_dsg })),
  wire,
});

export const recordFor = (record: { slug: string; tunes: readonly Tune[] }): FullRecord<CatalogTune> => ({
  slug: record.slug,
  tunes: record.tunes.map(tuneFor),
});

type VehicleRecords = {
  engine: FullRecord<CatalogTune>;
  transmission: FullRecord<CatalogTune> | null;
  transmissions: readonly Transmission[];
};

/** The selection in the URL, validated against the tunes sold for this vehicle. */
export const selectionFor = (picked: Picked, { engine, transmission, transmissions }: VehicleRecords): Selection =>
  settleTunes({
    ...nothingPicked,
    ...picked,
    fullEngine: engine,
    fullTransmission: transmission,
    transmissions: transmissions.length === 0 ? 'none' : transmissions,
  });

export type TuneGroup = {
  readonly key: 'tune' | 'transmissionTune' | 'dsgTune' | 'awdTune';
  readonly unit: TuneUnit;
  readonly title: string;
  /** Parameter names in the URL, so that a form without script sends the same. */
  readonly mainName: string;
  readonly addOnName: string;
  readonly stock: CatalogTune | null;
  readonly tunes: readonly CatalogTune[];
  readonly addOns: readonly CatalogTune[];
};

const groupsMeta = [
  { key: 'tune', unit: 'engine', title: msg('Engine tune'), mainName: 'tune', addOnName: 'add' },
  {
    key: 'transmissionTune',
    unit: 'transmission',
    title: msg('Transmission tune'),
    mainName: 'tcu',
    addOnName: 'tcu-add',
  },
  { key: 'dsgTune', unit: 'transmission', title: msg('DSG tune'), mainName: 'dsg', addOnName: 'tcu-add' },
  { key: 'awdTune', unit: 'transmission', title: msg('All-wheel-drive tune'), mainName: 'awd', addOnName: 'awd-add' },
] as const;

/** The non-empty lists of an engine page, engine first. */
export function tuneGroups(s: Selection): TuneGroup[] {
  return groupsMeta.flatMap((meta) => {
    const record = meta.unit === 'engine' ? s.fullEngine : s.fullTransmission;
    const own = (record?.tunes ?? []).filter((tune) => placeOf(meta.unit, tune).main === meta.key);
    const stock = own.find((tune) => tune.isStock) ?? null;
    const tunes = own.filter((tune) => !tune.isStock && !tune.optional);
    const addOns = own.filter((tune) => !tune.isStock && tune.optional);
    return tunes.length + addOns.length === 0 ? [] : [{ ...meta, title: t(meta.title), stock, tunes, addOns }];
  });
}

export const isChosen = (s: Selection, group: TuneGroup, tune: CatalogTune): boolean =>
  s[group.key] === tune.slug || (s[placeOf(group.unit, tune).addOns] as readonly string[]).includes(tune.slug);

export const nameOfTune = (s: Selection, id: number): string | null =>
  [s.fullEngine, s.fullTransmission].flatMap((record) => record?.tunes ?? []).find((tune) => tune.id === id)?.wire
    .name ?? null;

/** Names of the selected tunes that require this one; while there are any it cannot be deselected. */
export const neededBy = (s: Selection, id: number): string[] =>
  requiredBy(s, id).flatMap((other) => nameOfTune(s, other) ?? []);

/**
 * The tune whose curve is drawn: the selected one. Before any selection, the first tune sold is shown as a preview;
 * selecting stock shows stock.
 */
export function drawnTune(s: Selection): { tune: CatalogTune | null; isPreview: boolean } {
  const tunes = s.fullEngine?.tunes ?? [];
  const picked = s.tune === null ? undefined : tunes.find((tune) => tune.slug === s.tune);
  if (picked) return { tune: picked.isStock ? null : picked, isPreview: false };
  const first = tunes.find((tune) => !tune.isStock && !tune.optional && tune.wire.dyno_csvs.length > 0);
  return { tune: first ?? tunes.find((tune) => !tune.isStock && !tune.optional) ?? null, isPreview: true };
}

/**
 * Whether a tune would be charged its add-on price within the current selection. Uses the order of pricing: the lead
 * tune is charged its own price.
 */
export function isFollower(s: Selection, unit: TuneUnit, tune: CatalogTune): boolean {
  const now = boughtTunes(s);
  if (now.length === 0 && tune.requires.length === 0) return false;
  const after = now.some((one) => one.tune.id === tune.id) ? s : chooseTune(s, unit, tune.slug);
  const bought = boughtTunes(after).map(({ tune: one }) => ({ id: one.id, isAddOn: one.optional, wire: one.wire }));
  const list = ({ wire }: { wire: Tune }) => Number(wire.baseprice?.amount ?? 0);
  const [lead] = bought.sort(leadFirst((a, b) => list(a) > list(b)));
  return lead !== undefined && lead.id !== tune.id;
}

export const stockTune = (s: Selection): CatalogTune | null => s.fullEngine?.tunes.find((tune) => tune.isStock) ?? null;

/** Entered codes, and tools: those to install with and those the visitor owns. */
export type PriceInput = {
  readonly codes: readonly string[];
  readonly tools: readonly number[];
  readonly own: readonly number[];
};
export const noPriceInput: PriceInput = { codes: [], tools: [], own: [] };

/** Parses the query that the selection bar writes. */
export const priceInputOf = (query: URLSearchParams): PriceInput => ({
  codes: query.getAll('code'),
  tools: asToolIds(query.getAll('tool').map(Number)),
  own: asToolIds(query.getAll('own').map(Number)),
});

/** The body of an estimate request; null while nothing is selected. */
export function estimateInput(
  s: Selection,
  engine: FullEngine,
  transmission: FullTransmission | null,
  { codes, tools, own }: PriceInput = noPriceInput,
) {
  const bought = boughtTunes(s);
  if (bought.length === 0) return null;
  const ids = (unit: TuneUnit) => bought.filter((one) => one.unit === unit).map(({ tune }) => tune.id);
  return {
    engine: engine.id,
    tunes: ids('engine'),
    transmission: transmission?.id ?? null,
    transmission_tunes: ids('transmission'),
    ...(codes.length > 0 ? { codes: [...codes] } : {}),
    // The currency of the tune prices on the page.
    currency: engine.currency,
    ...(tools.length > 0 ? { tools: [...tools] } : {}),
    ...(own.length > 0 ? { own_tools: [...own] } : {}),
  };
}
