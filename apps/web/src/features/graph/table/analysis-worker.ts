import { parseFormula } from '@tuneport/domain/tuning/logs/expression';
import { type HeatTable, heatTable } from '@tuneport/domain/tuning/logs/heat-table';
import { resampled } from '@tuneport/domain/tuning/logs/sample-at';
import type { Linear } from '@tuneport/domain/tuning/logs/units';

// Web worker: statistics over all samples of a log. It keeps the channels it was sent, so that a changed filter or
// statistic transfers nothing.

type Column = { readonly channel: number; readonly display: Linear };

export type TableAsk = {
  readonly x: Column;
  readonly y: Column;
  readonly z: Column;
  /** A formula and the channels of its names, in their order; null counts every sample. */
  readonly filter: { readonly text: string; readonly channels: readonly number[] } | null;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly xCells: number;
  readonly yCells: number;
  readonly isRound: boolean;
};

export type AnalysisMessage =
  | { readonly kind: 'clock'; readonly nth: number; readonly times: Float64Array }
  | { readonly kind: 'channel'; readonly nth: number; readonly clock: number; readonly values: Float64Array }
  | { readonly kind: 'table'; readonly id: number; readonly ask: TableAsk };

export type AnalysisAnswer = { readonly id: number; readonly table: HeatTable; readonly tookMs: number };

const clocks = new Map<number, Float64Array>();
const channels = new Map<number, { clock: number; values: Float64Array }>();

function column(nth: number, clock: Float64Array): Float64Array {
  const channel = channels.get(nth);
  const times = channel && clocks.get(channel.clock);
  return channel && times ? resampled(times, channel.values, clock) : new Float64Array(clock.length).fill(Number.NaN);
}

const shown = (values: Float64Array, { factor, offset }: Linear): Float64Array =>
  factor === 1 && offset === 0 ? values : values.map((value) => value * factor + offset);

/** All columns at the samples of the value, so that a slow channel is not counted more often than it was read. */
function tableOf({ x, y, z, filter, range, ...cells }: TableAsk): HeatTable {
  const clock = clocks.get(channels.get(z.channel)?.clock ?? -1) ?? new Float64Array();
  const parsed = filter ? parseFormula(filter.text, () => true) : null;
  const kept =
    filter && parsed?.ok
      ? parsed.formula.over(
          filter.channels.map((nth) => column(nth, clock)),
          clock,
        )
      : null;
  return heatTable({
    x: shown(column(x.channel, clock), x.display),
    y: shown(column(y.channel, clock), y.display),
    z: shown(column(z.channel, clock), z.display),
    keep: range ? within(clock, range, kept) : kept,
    ...cells,
  });
}

function within(clock: Float64Array, { from, to }: { from: number; to: number }, kept: Float64Array | null) {
  return clock.map((time, nth) => (time >= from && time <= to && (!kept || (kept[nth] as number) > 0) ? 1 : 0));
}

self.onmessage = ({ data }: MessageEvent<AnalysisMessage>) => {
  if (data.kind === 'clock') clocks.set(data.nth, data.times);
  else if (data.kind === 'channel') channels.set(data.nth, { clock: data.clock, values: data.values });
  else {
    const begun = performance.now();
    const table = tableOf(data.ask);
    self.postMessage({ id: data.id, table, tookMs: performance.now() - begun } satisfies AnalysisAnswer);
  }
};
