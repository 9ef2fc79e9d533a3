import { expect, test } from 'vitest';
import { filledReply } from './saved-reply.ts';

test('saved reply is filled with the name and the ticket number, as they are', () => {
  const facts = { name: 'Ann $& {number}', number: 'T-7' };
  expect(filledReply('Hello {name}, about {number}.', { name: 'Ann', number: 'T-7' })).toBe('Hello Ann, about T-7.');
  expect(filledReply('Hello {nmae}', facts)).toBe('Hello {nmae}');
  expect(filledReply('{name}', { ...facts, name: 'Ann $&' })).toBe('Ann $&');
});
