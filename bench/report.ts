import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../e2e/harness/product.ts';

/** One row of the table. `met` is null for a value without a goal. */
export type Figure = { name: string; value: string; ratio: string; p99: string; goal: string; met: boolean | null };

export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

export function report(figures: readonly Figure[], facts: Record<string, unknown>): void {
  const lines = [
    ['', 'figure', 'of the floor', 'p99', 'goal', 'met'],
    ...figures.map(({ name, value, ratio, p99, goal, met }) => [
      name,
      value,
      ratio,
      p99,
      goal,
      met === null ? '' : met ? 'yes' : 'NO',
    ]),
  ];
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  const pad = (text: string, at: number) => (at === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[at] ?? 0));
  process.stdout.write(`${lines.map((line) => line.map(pad).join('  ')).join('\n')}\n`);
  mkdirSync(join(root, 'var'), { recursive: true });
  const file = join(root, 'var/bench.json');
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...facts, figures }, null, 2)}\n`);
  process.stdout.write(`\nWritten to ${file}\n`);
}
