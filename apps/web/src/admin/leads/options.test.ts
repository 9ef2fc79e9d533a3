import { expect, test } from 'vitest';
import { stageOptions } from './options.ts';

const stage = (id: number, name: string, closesAs: 'won' | null = null) => ({
  id,
  name,
  closesAs,
  position: id,
  probability: 0,
  rotDays: null,
  requiredFields: [],
  requiresActivity: false,
});
const sales = { name: 'Sales', stages: [stage(1, 'First'), stage(2, 'Won', 'won')] };

test('stages are named by their pipeline when there are several', () => {
  expect(stageOptions([sales]).map(({ label }) => label)).toEqual(['First', 'Won']);
  expect(stageOptions([sales, { name: 'Fleet', stages: [stage(3, 'First')] }])).toEqual([
    { value: '1', label: 'Sales: First' },
    { value: '2', label: 'Sales: Won' },
    { value: '3', label: 'Fleet: First' },
  ]);
});

test('stages that are not offered are left out', () => {
  expect(stageOptions([sales], ({ closesAs }) => closesAs === null)).toEqual([{ value: '1', label: 'First' }]);
});
