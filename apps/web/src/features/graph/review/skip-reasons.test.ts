import { readFileSync } from 'node:fs';
import { setTextSource } from '@tuneport/domain/text/text';
import { afterEach, expect, test } from 'vitest';
import { skipReason } from './skip-reasons.ts';

const folder = new URL('../../../../../../packages/domain/src/tuning/logs/review/', import.meta.url);
const catalogue = JSON.parse(
  readFileSync(new URL('../../../../../../packages/domain/texts/graph.json', import.meta.url), 'utf8'),
) as Record<string, { de: string }>;

/** Every reason in the code of the review, with a sample in place of its value. */
const reasons = ['review-log.ts', 'review-signals.ts'].flatMap((file) =>
  [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(
      /(?:reason|missing): (?:reason \?\? )?(['`])((?:(?!\1).)+)\1/g,
    ),
  ].map(([, , text = '']) =>
    text.replace(/\$\{missingText\}/, 'the log has no channel for').replace(/\$\{.*\}/, 'Boost'),
  ),
);

afterEach(() => setTextSource({ language: () => 'en', find: () => undefined }));

test('every reason of the review has a German text', () => {
  expect(reasons.length).toBeGreaterThan(7);
  const english = reasons.map(skipReason);
  setTextSource({ language: () => 'de', find: (text) => catalogue[text]?.de });
  const german = reasons.map(skipReason);
  expect(german.filter((text, at) => text === english[at])).toEqual([]);
  expect(skipReason('the unit of Boost is not known')).toBe('Die Einheit von Boost ist nicht bekannt.');
});

test('an unknown reason is shown as it is', () => {
  expect(skipReason('the log is too short')).toBe('The log is too short.');
});
