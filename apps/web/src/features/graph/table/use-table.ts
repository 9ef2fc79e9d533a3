import { t } from '@tuneport/domain/text/text';
import { parseFormula } from '@tuneport/domain/tuning/logs/expression';
import type { HeatTable } from '@tuneport/domain/tuning/logs/heat-table';
import type { ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import { useEffect, useRef, useState } from 'react';
import { displayOf, type UnitChoice } from '../display-units.ts';
import type { OpenLog } from '../open-log.ts';
import { findChannel } from '../studio-log.ts';
import type { View } from '../view.ts';
import type { AnalysisAnswer, AnalysisMessage, TableAsk } from './analysis-worker.ts';

type Axes = { readonly x: number; readonly y: number; readonly z: number };
type Options = Pick<TableAsk, 'xCells' | 'yCells' | 'isRound'> & {
  readonly filter: string;
  readonly range: View['range'];
  readonly units: UnitChoice;
};

/** The channels of a filter, or why it cannot be used. */
export function parseFilter(log: ParsedLog, text: string): { channels: number[] } | { error: string } {
  const parsed = parseFormula(text, (name) => findChannel(log, name) !== undefined);
  if (!parsed.ok)
    return {
      error: t('At character {position}: {message}', { position: parsed.error.at + 1, message: parsed.error.message }),
    };
  const channels = parsed.formula.names.map((name) => log.channels.indexOf(findChannel(log, name) as never));
  return channels.length === 0 ? { error: t('Compare a channel with a number, such as throttle > 80.') } : { channels };
}

type TableResult = { readonly table: HeatTable; readonly tookMs: number };

/** Statistics of the log, computed in a worker that lives as long as the view. */
export function useTable(open: OpenLog, axes: Axes, options: Options): TableResult | null {
  const { log } = open;
  const [result, setResult] = useState<TableResult | null>(null);
  const worker = useRef<Worker | null>(null);
  const sent = useRef(new Set<string>());
  const newest = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a worker per log
  useEffect(() => {
    const made = new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
    worker.current = made;
    sent.current = new Set();
    made.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => {
      // An answer to an earlier question is out of date.
      if (data.id === newest.current) setResult({ table: data.table, tookMs: data.tookMs });
    };
    return () => made.terminate();
  }, [log]);
  const parsed = options.filter === '' ? null : parseFilter(log, options.filter);
  const filter = parsed && 'channels' in parsed ? { text: options.filter, channels: parsed.channels } : null;
  const column = (nth: number) => {
    const { factor, offset } = displayOf(log.channels[nth] as never, options.units);
    return { channel: nth, display: { factor, offset } };
  };
  const isValid = [axes.x, axes.y, axes.z].every((nth) => log.channels[nth]);
  const ask: TableAsk | null = isValid
    ? {
        x: column(axes.x),
        y: column(axes.y),
        z: column(axes.z),
        filter,
        range: options.range,
        xCells: options.xCells,
        yCells: options.yCells,
        isRound: options.isRound,
      }
    : null;
  const key = JSON.stringify(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the question identifies it
  useEffect(() => {
    const post = (message: AnalysisMessage) => worker.current?.postMessage(message);
    if (!ask) return;
    for (const nth of new Set([ask.x.channel, ask.y.channel, ask.z.channel, ...(ask.filter?.channels ?? [])])) {
      const { clock, values } = log.channels[nth] as ParsedLog['channels'][number];
      if (!sent.current.has(`clock ${clock}`))
        post({ kind: 'clock', nth: clock, times: log.clocks[clock] as Float64Array });
      if (!sent.current.has(`channel ${nth}`)) post({ kind: 'channel', nth, clock, values });
      sent.current.add(`clock ${clock}`).add(`channel ${nth}`);
    }
    newest.current += 1;
    post({ kind: 'table', id: newest.current, ask });
  }, [log, key]);
  return result;
}
