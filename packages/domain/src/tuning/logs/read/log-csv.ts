import { csvRow } from '../../../api/csv-row.ts';
import type { LogChannel, ParsedLog } from '../log-types.ts';
import { placeAt, resampled } from '../sample-at.ts';

/** The chosen channels in a time range as a table on the clock of the first one, with full precision. */
export function logCsv(log: ParsedLog, channels: readonly LogChannel[], fromS: number, toS: number): string {
  const first = channels[0];
  if (!first) return '';
  const times = log.clocks[first.clock] as Float64Array;
  const columns = channels.map((channel) => ({
    channel,
    values: resampled(log.clocks[channel.clock] as Float64Array, channel.values, times),
  }));
  const timeHead = log.timeBase === 'seconds' ? 'Time (s)' : 'Row';
  const parts = [
    csvRow([timeHead, ...channels.map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`))]),
  ];
  const start = Math.max(0, placeAt(times, fromS) + ((times[placeAt(times, fromS)] ?? fromS) < fromS ? 1 : 0));
  for (let nth = start; nth < times.length && (times[nth] as number) <= toS; nth++) {
    parts.push(
      csvRow([
        { number: String(Number((times[nth] as number).toFixed(6))) },
        ...columns.map(({ channel, values }) => {
          const value = values[nth] as number;
          if (Number.isNaN(value)) return '';
          return channel.words ? (channel.words[value] ?? '') : { number: String(Number(value.toPrecision(15))) };
        }),
      ]),
    );
  }
  return parts.join('');
}
