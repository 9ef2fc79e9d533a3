import { expect, test } from 'vitest';
import { distanceWords } from './distance-words.ts';

test('a distance between towns is told as roughly as it is known, and not at all when it is not', () => {
  expect(distanceWords(null)).toBe('');
  expect(distanceWords(4)).toBe('In your area');
  expect(distanceWords(287)).toBe('About 290 km');
  expect(distanceWords(3364)).toBe('About 3,360 km');
});
