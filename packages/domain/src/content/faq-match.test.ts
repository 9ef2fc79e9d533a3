import { expect, test } from 'vitest';
import { bestMatches } from './faq-match.ts';

const questions = [
  'How long does a tune take?',
  'Can I return a flash tool?',
  'Does a tune void the warranty of the car?',
  'Which flash tool do I need?',
];
const ask = (text: string) => bestMatches(text, questions, (question) => question);

test('best matches share the rarest words with the text', () => {
  expect(ask('I want to return my tool')[0]).toBe('Can I return a flash tool?');
  expect(ask('is the WARRANTY gone?')).toEqual(['Does a tune void the warranty of the car?']);
  expect(ask('flash tool')).toHaveLength(2);
});

test('text without known words has no matches', () => {
  expect(ask('')).toEqual([]);
  expect(ask('a b cd !!')).toEqual([]);
  expect(ask('gearbox whine')).toEqual([]);
});
