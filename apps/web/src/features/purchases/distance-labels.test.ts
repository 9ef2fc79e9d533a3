import { expect, test } from 'vitest';
import { distanceLabel } from './distance-labels.ts';

test('a distance between towns is shown as precisely as it is known, and omitted when unknown', () => {
  expect(distanceLabel(null)).toBe('');
  expect(distanceLabel(4)).toBe('In your area');
  expect(distanceLabel(287)).toBe('About 290 km');
  expect(distanceLabel(3364)).toBe('About 3,360 km');
});
