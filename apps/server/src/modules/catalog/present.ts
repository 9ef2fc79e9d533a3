import type { aspirations, fuels, hybrids, transmissionKinds } from '@tuneport/contract/catalog';
import type { RunRow } from './list-queries.ts';
import { type PriceView, presentTool, tunePrices } from './price-view.ts';
import type { FullRecord } from './read-full-record.ts';
import type { DynoRow, Figure, FigureRow, FullEngineRow, FullTransmissionRow, TuneRow } from './tune-queries.ts';
import type { EngineRow, MakeRow, ResolvedVehicle, TransmissionRow } from './vehicle-queries.ts';

/** Each logo has an address of its own, so that a browser may keep it for good. */
export const logoUrl = (fileId: string | null) => (fileId === null ? null : `/api/v1/catalog/make-logos/${fileId}`);

export const presentMake = ({ id, slug, name, logo_file_id }: MakeRow) => ({
  id,
  slug,
  name,
  logo_url: logoUrl(logo_file_id),
});

const engineWords = (row: Pick<EngineRow, 'displacement_l' | 'fuel' | 'aspiration' | 'hybrid'>) => ({
  displacement_l: row.displacement_l === null ? null : Number(row.displacement_l),
  fuel: row.fuel as (typeof fuels)[number],
  aspiration: row.aspiration as (typeof aspirations)[number],
  hybrid: row.hybrid as (typeof hybrids)[number],
});

export const presentEngine = (row: EngineRow) => ({ ...row, ...engineWords(row) });

export const presentTransmission = (row: TransmissionRow) => ({
  ...row,
  kind: row.kind as (typeof transmissionKinds)[number],
});

const measure = (row: FigureRow, figure: Figure) => {
  const value = row[figure];
  return value === null ? null : { value: Math.round(value * 100) / 100, unit: row[`${figure}_unit`] };
};

export const presentFigures = (row: FigureRow) => ({
  horsepower: measure(row, 'horsepower'),
  torque: measure(row, 'torque'),
  torque_limit: measure(row, 'torque_limit'),
  crank_horsepower: measure(row, 'crank_horsepower'),
  crank_torque: measure(row, 'crank_torque'),
});

export const presentDyno = (row: DynoRow) => ({
  id: row.id,
  tune_id: row.tune_id,
  label: row.label,
  source: row.source,
  ...presentFigures(row),
});

function presentTune(
  view: PriceView,
  row: TuneRow,
  record: FullEngineRow | FullTransmissionRow,
  tools: readonly ReturnType<typeof presentTool>[],
) {
  const { prices: _prices, tier: _tier, tool_ids, dyno_csvs, ...same } = row;
  return {
    ...same,
    ...presentFigures(row),
    ...tunePrices(view, row, record.other_role_discounts),
    tools: tools.filter(({ id }) => tool_ids.includes(id)),
    dyno_csvs: dyno_csvs.map(presentDyno),
  };
}

function presentShared(view: PriceView, { record, ...full }: FullRecord<FullEngineRow | FullTransmissionRow>) {
  const tools = full.tools.map((tool) => presentTool(view, tool));
  return {
    tunes: full.tunes.map((tune) => presentTune(view, tune, record, tools)),
    currency: view.currency,
    prices_shown: view.shown,
  };
}

export const presentFullEngine = (view: PriceView, full: FullRecord<FullEngineRow>) => ({
  ...full.record,
  ...engineWords(full.record),
  ...presentShared(view, full),
});

export const presentFullTransmission = (view: PriceView, full: FullRecord<FullTransmissionRow>) => ({
  ...full.record,
  kind: full.record.kind as (typeof transmissionKinds)[number],
  ...presentShared(view, full),
});

/** Where a speed was not measured there is none. */
type Column = readonly (number | null)[] | null;

export function presentDynoPoints(row: RunRow) {
  const peakOf = (values: Column) => {
    const measured = values?.filter((value) => value !== null) ?? [];
    return measured.length === 0 ? null : Math.max(...measured);
  };
  const rounded = (values: Column) =>
    values?.map((value) => (value === null ? null : Math.round(value * 100) / 100)) ?? null;
  const peaks: DynoRow = {
    ...row,
    horsepower: peakOf(row.horsepower),
    torque: peakOf(row.torque),
    torque_limit: peakOf(row.torque_limit),
    crank_horsepower: peakOf(row.crank_horsepower),
    crank_torque: peakOf(row.crank_torque),
  };
  return {
    ...presentDyno(peaks),
    points: {
      rpm: row.rpm,
      horsepower: rounded(row.horsepower),
      torque: rounded(row.torque),
      torque_limit: rounded(row.torque_limit),
      crank_horsepower: rounded(row.crank_horsepower),
      crank_torque: rounded(row.crank_torque),
    },
    units: {
      horsepower: row.horsepower_unit,
      torque: row.torque_unit,
      torque_limit: row.torque_limit_unit,
      crank_horsepower: row.crank_horsepower_unit,
      crank_torque: row.crank_torque_unit,
    },
  };
}

export const presentVehicle = ({ make, engine, transmission, transmissions, ...same }: ResolvedVehicle) => ({
  ...same,
  make: make && presentMake(make),
  engine: engine && presentEngine(engine),
  transmission: transmission && presentTransmission(transmission),
  transmissions: transmissions.map(presentTransmission),
});
