import { expect, test } from 'vitest';
import { simulate } from './ledger-simulation.ts';

// The size for CI, or with SOAK=1 the full one: 10 million operations.
const { seeds, operations } = process.env.SOAK ? { seeds: 10_000, operations: 1_000 } : { seeds: 60, operations: 500 };

test('the rules of the ledger agree with an oracle over many seeds, and every outcome occurs', () => {
  const seen: Record<string, number> = {};
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const [outcome, count] of Object.entries(simulate(seed, operations).outcomes))
      seen[outcome] = (seen[outcome] ?? 0) + count;
  expect(Object.keys(seen).sort()).toEqual(['hold_ended', 'key_reused', 'limit', 'no_hold', 'repeated', 'written']);
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});

test('the same seed writes the same journal', () => {
  const first = simulate(7, 400).hash;
  for (let turn = 0; turn < (process.env.SOAK ? 100 : 5); turn += 1) expect(simulate(7, 400).hash).toBe(first);
  expect(simulate(8, 400).hash).not.toBe(first);
});
