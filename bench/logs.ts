import { closeSync, openSync, writeSync } from 'node:fs';
import { parseFormula } from '@tuneport/domain/tuning/logs/expression';
import { heatTable } from '@tuneport/domain/tuning/logs/heat-table';
import { readLog } from '@tuneport/domain/tuning/logs/read/read-log';

/** Ten megabytes in the format of a common logger, identical on each run. */
export function tenMegabytes(): Uint8Array {
  const names = Array.from({ length: 12 }, (_, nth) => `Sensor ${nth} (V)`);
  const lines = [`Time (sec),RPM (RPM),Boost (kPa),Throttle Pos (%),${names.join(',')}`];
  let bytes = 0;
  for (let row = 0; bytes < 10 * 1024 * 1024; row++) {
    const cells = names.map((_, nth) => ((row * (nth + 3)) % 5000) / 1000);
    const line = `${(row * 0.014).toFixed(3)},${800 + (row % 6000)},${((row % 300) - 60).toFixed(2)},${(row % 1000) / 10},${cells.join(',')}`;
    bytes += line.length + 1;
    lines.push(line);
  }
  return new TextEncoder().encode(lines.join('\n'));
}

/** 200 MiB in which every channel changes with every row. */
export function writeLargeLog(path: string): void {
  const names = Array.from({ length: 28 }, (_, nth) => `Sensor ${nth} (V)`);
  const file = openSync(path, 'w');
  let bytes = writeSync(file, `Time (sec),RPM (RPM),Boost (kPa),Throttle Pos (%),${names.join(',')}\n`);
  for (let row = 0; bytes < 200 * 1024 * 1024; ) {
    const lines: string[] = [];
    for (const end = row + 1000; row < end; row += 1) {
      const cells = names.map((_, nth) => ((row * (nth + 3)) % 5000) / 1000);
      lines.push(
        `${(row * 0.014).toFixed(3)},${800 + (row % 6000)},${((row % 300) - 60).toFixed(2)},${(row % 1000) / 10},${cells.join(',')}\n`,
      );
    }
    bytes += writeSync(file, lines.join(''));
  }
  closeSync(file);
}

/** Parse time of a 10 MB log, the best of three, in CPU time of this thread. */
export function logParseMs(): number {
  const bytes = tenMegabytes();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const before = process.threadCpuUsage();
    if (!readLog(bytes).ok) throw new Error('The log was not read.');
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Statistics of a million samples by engine speed and load with a filter, the best of three, in CPU time. */
export function heatTableMs(): number {
  const length = 1_000_000;
  const column = (of: (nth: number) => number) => Float64Array.from({ length }, (_, nth) => of(nth));
  const times = column((nth) => nth / 100);
  const x = column((nth) => 800 + ((nth * 7919) % 6000));
  const y = column((nth) => (nth * 31) % 200);
  const z = column((nth) => 0.7 + ((nth * 13) % 500) / 1000);
  const parsed = parseFormula('throttle > 80', () => true);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const before = process.threadCpuUsage();
    const keep = parsed.ok ? parsed.formula.over([y], times) : null;
    const { samples } = heatTable({ x, y, z, keep, xCells: 20, yCells: 18, isRound: true });
    if (samples === 0) throw new Error('Nothing was counted.');
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
