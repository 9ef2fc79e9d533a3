import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { LogChannel, ParsedLog } from '@tuneport/domain/logs/log-types';
import { packLog, unpackLog } from '@tuneport/domain/logs/packed-log';
import { extremes, pyramidOf } from '@tuneport/domain/logs/pyramid';
import { createLogReader } from '@tuneport/domain/logs/read-log';
import { placeAt } from '@tuneport/domain/logs/sample-at';
import type { AnswerTask, GraphResult, GraphTask, ReadTask } from './graph-tasks.ts';

// A thread of its own: reading a log and writing a million numbers as JSON would keep everybody else waiting.

async function read({ path, packTo }: ReadTask): Promise<GraphResult> {
  const reader = createLogReader();
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) reader.push(chunk as Uint8Array);
  const result = reader.end();
  if (!result.ok) return { kind: 'refused', failure: result.failure };
  const { log } = result;
  const packed = packLog(log);
  await writeFile(packTo, packed, { mode: 0o600, flag: 'wx' });
  return {
    kind: 'read',
    summary: {
      format: log.format,
      rows: log.rows,
      durationS: Math.max(0, ...log.clocks.map((clock) => clock.at(-1) ?? 0)),
      timeBase: log.timeBase,
      channels: log.channels.map(({ name, label, unit, quantity, source, clock }) => ({
        name,
        label,
        unit,
        quantity,
        source,
        clock,
      })),
      notes: log.notes,
      packed: { sha256: createHash('sha256').update(packed).digest(), sizeBytes: packed.length },
    },
  };
}

/** Whole, or the part that was asked for: some channels, a stretch of time, thinned so that no peak is lost. */
function answer(task: AnswerTask): GraphResult {
  const log = unpackLog(task.packed);
  if (!log) throw new Error('The stored samples are damaged.');
  const chosen = task.channels ? task.channels.flatMap((nth) => log.channels[nth] ?? []) : log.channels;
  const used = [...new Set(chosen.map(({ clock }) => clock))];
  const clocks: number[][] = [];
  const samples = new Map<LogChannel, (number | null)[]>();
  for (const clock of used) {
    const mine = chosen.filter((channel) => channel.clock === clock);
    clocks.push(stretch(log, clock, mine, task, samples));
  }
  const channels = chosen.map((channel) => {
    const { values: _, ...told } = channel;
    return { ...told, clock: used.indexOf(channel.clock), samples: samples.get(channel) ?? [] };
  });
  return { kind: 'answer', json: new TextEncoder().encode(JSON.stringify({ ...task.about, clocks, channels })) };
}

function stretch(
  log: ParsedLog,
  clock: number,
  channels: readonly LogChannel[],
  task: AnswerTask,
  samples: Map<LogChannel, (number | null)[]>,
): number[] {
  const times = log.clocks[clock] as Float64Array;
  const from = task.from === undefined ? 0 : placeAt(times, task.from - 1e-9) + 1;
  const to = task.to === undefined ? times.length : placeAt(times, task.to) + 1;
  const count = Math.max(0, to - from);
  const step = task.points === undefined ? 1 : Math.max(1, Math.ceil(count / (task.points / 2)));
  if (step <= 2) {
    for (const channel of channels) samples.set(channel, Array.from(channel.values.subarray(from, to), figure));
    return Array.from(times.subarray(from, to), figure0);
  }
  const moments: number[] = [];
  for (let at = from; at < to; at += step)
    moments.push(times[at] as number, times[Math.min(at + step, to) - 1] as number);
  for (const channel of channels) {
    const pyramid = pyramidOf(channel.values);
    const thinned: (number | null)[] = [];
    for (let at = from; at < to; at += step) {
      const found = extremes(channel.values, pyramid, at, Math.min(at + step, to));
      thinned.push(found ? figure(found[0]) : null, found ? figure(found[1]) : null);
    }
    samples.set(channel, thinned);
  }
  return moments.map(figure0);
}

/** Seven digits, as they are stored; a gap is null. */
const figure = (value: number): number | null =>
  Number.isFinite(value)
    ? Number.isInteger(value)
      ? value
      : Number(value.toPrecision(Math.abs(value) > 1e5 ? 14 : 9))
    : null;
const figure0 = (value: number): number => figure(value) ?? 0;

async function work(task: GraphTask): Promise<void> {
  const result = task.kind === 'read' ? await read(task) : answer(task);
  parentPort?.postMessage(result, result.kind === 'answer' ? [result.json.buffer as ArrayBuffer] : []);
}

// One that fails ends the thread: whoever waits for it hears of it.
parentPort?.on('message', (task: GraphTask) => void work(task));
