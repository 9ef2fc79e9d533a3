import { readFileSync } from 'node:fs';
import { setTextSource } from '@tuneport/domain/text/text';
import { quantities } from '@tuneport/domain/tuning/logs/quantities';
import { reviewRules } from '@tuneport/domain/tuning/logs/review/review-rules';
import { expect, test } from 'vitest';
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

const german: Parameters<typeof setTextSource>[0] = { language: () => 'de', find: (text) => catalogue[text]?.de };

/** Files of one worker share modules, so the source before is put back: with another one the next file reads English. */
function inGerman(act: () => void): void {
  const before = setTextSource(german);
  try {
    act();
  } finally {
    setTextSource(before);
  }
}

test('every reason of the review has a German text', () => {
  expect(reasons.length).toBeGreaterThan(7);
  const english = reasons.map(skipReason);
  inGerman(() => {
    const translated = reasons.map(skipReason);
    expect(translated.filter((text, at) => text === english[at])).toEqual([]);
    expect(skipReason('the unit of Boost is not known')).toBe('Die Einheit von Boost ist nicht bekannt.');
  });
});

test('a channel the log lacks has its name in the language of the page', () => {
  inGerman(() => {
    const names = reviewRules.map(({ channel, title }) =>
      channel.quantity ? quantities[channel.quantity].label : title,
    );
    const english = names.map((name) => name.toLowerCase());
    expect(english.filter((name) => skipReason(`the log has no channel for ${name}`).includes(name))).toEqual([]);
    expect(skipReason('the log has no channel for knock retard')).toBe(
      'Das Log hat keinen Kanal für Zündwinkelrücknahme.',
    );
  });
});

test('an unknown reason is shown as it is', () => {
  expect(skipReason('the log is too short')).toBe('The log is too short.');
});
