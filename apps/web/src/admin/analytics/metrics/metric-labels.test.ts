import { expect, test } from 'vitest';
import { rowName } from './metric-labels.ts';

test('tunes with the same name are shown with their number', () => {
  const rows = [
    { key: 'tune:15', name: 'Stage 1' },
    { key: 'tune:22', name: 'Stage 1' },
    { key: 'tune:16', name: 'Stage 2' },
  ];
  expect(rows.map((row) => rowName('tune', row, [], rows))).toEqual([
    'Stage 1 (tune 15)',
    'Stage 1 (tune 22)',
    'Stage 2',
  ]);
});
