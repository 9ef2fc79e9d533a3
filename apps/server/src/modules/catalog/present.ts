import type { aspirations, fuels, hybrids, transmissionKinds } from '@tuneport/contract/catalog/vehicle-shapes';
import type { TuneKind } from '@tuneport/domain/catalog/selection/tune-places';
import { barredBy } from '@tuneport/domain/catalog/tools/tool-problem';
import { restrictionsOf } from './estimate/check-compat.ts';
import { type PriceView, presentTool, tunePrices } from './estimate/price-view.ts';
import type { RunRow } from './list-queries.ts';
import type { FullRecord } from './read-full-record.ts';
import { kindOf } from './tune-kind.ts';
import type { DynoRow, Figure, FigureRow, FullEngineRow, FullTransmissionRow, TuneRow, Unit } from './tune-queries.ts';
import type { EngineRow, MakeRow, ResolvedVehicle, TransmissionRow } from './vehicle-queries.ts';

/** Each logo has its own URL, so that browsers can cache it permanently. */
export const logoUrl = (fileId: string | null) => (fileId === null ? null : `/api/v1/catalog/make-logos/${fileId}`);

export const presentMake = ({ id, slug, name, logo_file_id, prominence }: MakeRow) => ({
  id,
  slug,
  name,
  logo_url: logoUrl(logo_file_id),
  prominence,
});

export const engineKind = (row: Pick<EngineRow, 'fuel' | 'aspiration'>) => ({
  fuel: row.fuel as (typeof fuels)[number],
  aspiration: row.aspiration as (typeof aspirations)[number],
});

const engineLabel = (row: Pick<EngineRow, 'displacement_l' | 'fuel' | 'aspiration' | 'hybrid'>) => ({
  displacement_l: row.displacement_l === null ? null : Number(row.displacement_l),
  ...engineKind(row),
  hybrid: row.hybrid as (typeof hybrids)[number],
});

export const presentEngine = (row: EngineRow) => ({ ...row, ...engineLabel(row) });

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

/** The split credits of a tune are dealer material (S441). */
function withoutCredits<Row extends Partial<TuneRow>>(row: Row) {
  const {
    give_split_credits: _give,
    split_ecu_credit_amt: _ecu,
    split_tcu_credit_amt: _tcu,
    split_awd_credit_amt: _awd,
    split_credit_dealer_text: _text,
    ...open
  } = row;
  return open;
}

type Writing = {
  readonly record: FullEngineRow | FullTransmissionRow;
  readonly kind: TuneKind;
  /** Restrictions of the record alone; those of an engine on all-wheel-drive tunes require both units. */
  readonly restrictions: ReturnType<typeof restrictionsOf>;
};

function presentTune(
  view: PriceView,
  row: TuneRow,
  { record, kind, restrictions }: Writing,
  tools: readonly ReturnType<typeof presentTool>[],
) {
  const { prices: _prices, tier: _tier, tool_ids, dyno_csvs, ...rest } = row;
  return {
    ...(view.dealerMaterial ? rest : withoutCredits(rest)),
    ...presentFigures(row),
    ...tunePrices(view, row, record.other_role_discounts),
    tools: tools.filter(({ id }) => tool_ids.includes(id) && barredBy({ restrictions }, kind, id).length === 0),
    dyno_csvs: dyno_csvs.map(presentDyno),
  };
}

function presentShared<Row extends FullEngineRow | FullTransmissionRow>(
  view: PriceView,
  unit: Unit,
  { record, ...full }: FullRecord<Row>,
  restrictions: Writing['restrictions'],
) {
  const tools = full.tools.map((tool) => presentTool(view, tool));
  const { other_role_discounts, ...open } = record;
  return {
    ...open,
    ...(view.dealerMaterial ? { other_role_discounts } : {}),
    tunes: full.tunes.map((tune) => {
      const writing = { record, kind: kindOf(unit, tune), restrictions };
      return presentTune(view, tune, writing, tools);
    }),
    currency: view.currency,
    prices_shown: view.shown,
  };
}

export const presentFullEngine = (view: PriceView, full: FullRecord<FullEngineRow>) => ({
  ...presentShared(view, 'engine', full, restrictionsOf({ engine: full, transmission: null })),
  ...engineLabel(full.record),
});

export const presentFullTransmission = (view: PriceView, full: FullRecord<FullTransmissionRow>) => ({
  ...presentShared(view, 'transmission', full, restrictionsOf({ engine: null, transmission: full })),
  kind: full.record.kind as (typeof transmissionKinds)[number],
});

/** null where no speed was measured. */
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
