import { expect, test } from 'vitest';
import { lineLabel } from './transaction-labels.tsx';

test('line label includes only the chosen options', () => {
  const options = [{ selection: 'OBD-II, 1.2 m' }, { selection: 'Soft case' }];
  expect(lineLabel({ name: 'FlashZilla V3', options })).toBe('FlashZilla V3 (OBD-II, 1.2 m, Soft case)');
  expect(lineLabel({ name: 'KESS Link', options: [] })).toBe('KESS Link');
});
