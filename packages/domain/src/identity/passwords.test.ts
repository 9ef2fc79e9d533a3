import { describe, expect, test } from 'vitest';
import { passwordProblems } from './passwords.ts';

const problems = (password: string) => passwordProblems(password, 'ann.example@demo.tuneport.test');

describe('a new password', () => {
  test('of ten characters or more that is hard to guess is accepted', () => {
    for (const password of [
      'tuneport-demo',
      'correct horse',
      'v9$kLm2!qz',
      'äöüßéèêàçñ',
      '🐎🔋🧷🐎🔋🧷🐎🔋🧷x',
      'x'.repeat(99) + 'y'.repeat(101),
    ])
      expect(problems(password)).toEqual([]);
  });
  test('has at least 10 characters, counted as code points', () => {
    expect(problems('v9$kLm2!q')).toEqual(['Use at least 10 characters.']);
    expect(problems('🐎🔋🧷🐎🔋')).toEqual(['Use at least 10 characters.']);
    expect(problems('')).toHaveLength(1);
  });
  test('has at most 200 characters', () =>
    expect(problems('xy'.repeat(101))).toEqual(['A password can have at most 200 characters.']));
  test('is not the email address or its local part', () => {
    const refused = ["Don't use your e-mail address as your password."];
    for (const password of [
      'ann.example@demo.tuneport.test',
      'ANN.Example@demo.tuneport.test',
      ' ann.example@demo.tuneport.test ',
      'ann.example',
    ])
      expect(problems(password)).toEqual(refused);
    expect(passwordProblems('v9$kLm2!qz', '')).toEqual([]);
  });
  test('is not a common one, in any case', () => {
    const refused = ['This is one of the most common passwords. Choose another.'];
    for (const password of [
      'password123',
      'Password123',
      '1234567890',
      'QWERTYUIOP',
      'aaaaaaaaaa',
      'abcdefghijkl',
      'zyxwvutsrqp',
      'ｐassword123',
    ])
      expect([password, problems(password)]).toEqual([password, refused]);
  });
});
