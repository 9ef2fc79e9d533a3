import { expect, test } from 'vitest';
import { nothingPlannedText } from './deal-labels.ts';

const deal = { status: 'open', archivedAt: null, deletedAt: null } as const;

test('only an open deal asks for a next step, not one that is won, lost, archived or deleted', () => {
  const at = '2026-05-01T00:00:00.000Z';
  expect(nothingPlannedText(deal)).toMatch(/Plan one/);
  for (const ended of [{ status: 'won' }, { status: 'lost' }, { archivedAt: at }, { deletedAt: at }] as const)
    expect(nothingPlannedText({ ...deal, ...ended })).toBe('No activity is planned.');
});
