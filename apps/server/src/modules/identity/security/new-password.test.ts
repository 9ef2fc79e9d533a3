import { expect, test } from 'vitest';
import { newPasswordProblems, siteNames } from './new-password.ts';

const owner = {
  email: 'robin.meyer@northbay.example',
  name: 'Robin Meyer',
  siteNames: siteNames('https://tunes.garage-nord.example', 'Garage Nord'),
};
const problems = (password: string) => newPasswordProblems(password, owner).join(' ');

test.each([
  'qwertyuiop',
  'Password123!',
  'P@ssw0rd2024',
  '123sunshine',
  'dragondragon',
  'monkeymonkeymonkey',
  'superman-1!',
  '1q2w3e4r5t',
  'Basketball',
])('new password is refused when it is a common one: %s', (password) => {
  expect(problems(password)).toMatch(/most common|most used/);
});

test.each([
  'robinmeyer12',
  'Meyer-Robin-99',
  'northbay2026',
  'tuneport-2026!',
  'GarageNord12',
  'robin.meyer1',
  'garage nord 1',
])('new password is refused when it consists of names an attacker knows: %s', (password) => {
  expect(problems(password)).toMatch(
    /your name, your e-mail address or the name of this site|e-mail address as the password/,
  );
});

test.each([
  'long-enough-secret',
  'Robin likes long rides',
  'a sentence to remember',
  'tuneport keeps my files safe',
  'kX9vLq2mTz',
])('new password is accepted when it has enough other characters: %s', (password) => {
  expect(problems(password)).toBe('');
});
