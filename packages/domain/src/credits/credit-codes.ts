import { defineSteps, type StateOf } from '../states/steps.ts';

/** A code can be claimed once, withdrawn while unclaimed, or expire. */
export const creditCodeSteps = defineSteps({
  open: ['claimed', 'withdrawn', 'expired'],
  claimed: [],
  withdrawn: [],
  expired: [],
});
export type CreditCodeState = StateOf<typeof creditCodeSteps>;
export const creditCodeStates = Object.keys(creditCodeSteps) as [CreditCodeState, ...CreditCodeState[]];

/** The state as shown to the holder of the code. */
export const creditCodeSentences: Readonly<Record<CreditCodeState, string>> = {
  open: 'This code can be claimed.',
  claimed: 'This code has already been claimed. Each code works once.',
  withdrawn: 'This code was withdrawn by the sender. Ask them for a new one.',
  expired: 'This code has expired. Ask the sender for a new one.',
};

/** Excludes characters that are easily confused. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const groups = 7;
const length = groups * 4;
export const creditCodeBytes = length;

const grouped = (letters: string): string => letters.replace(/.{4}(?!$)/g, '$&-');

/** Generates a code from random bytes, one per character: 140 bits in seven groups, so it cannot be guessed. */
export function creditCode(bytes: Uint8Array): string {
  if (bytes.length < length) throw new RangeError(`a code is made of ${length} bytes`);
  return grouped([...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join(''));
}

/** Normalizes a typed or pasted code or link; null if it cannot be a code. */
export function readCreditCode(typed: string): string | null {
  const last = typed.trim().replace(/\/+$/, '').split('/').at(-1) ?? '';
  const letters = last.toUpperCase().replace(/[\s\-–—_.]/g, '');
  if (letters.length !== length || [...letters].some((letter) => !alphabet.includes(letter))) return null;
  return grouped(letters);
}
