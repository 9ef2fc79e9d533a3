import { defineSteps, type StateOf } from '../states/steps.ts';

/** A code is claimed once, withdrawn while nobody has, or its time ends. */
export const creditCodeSteps = defineSteps({
  open: ['claimed', 'withdrawn', 'expired'],
  claimed: [],
  withdrawn: [],
  expired: [],
});
export type CreditCodeState = StateOf<typeof creditCodeSteps>;
export const creditCodeStates = Object.keys(creditCodeSteps) as [CreditCodeState, ...CreditCodeState[]];

/** Where it is, for whoever holds it. */
export const creditCodeSentences: Readonly<Record<CreditCodeState, string>> = {
  open: 'This code can be claimed.',
  claimed: 'This code has been claimed already. A code works once.',
  withdrawn: 'This code was withdrawn by whoever gave it. Ask them for another one.',
  expired: 'This code has expired. Ask whoever gave it to you for another one.',
};

/** Letters nobody takes for another one. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const groups = 7;
const length = groups * 4;
export const creditCodeBytes = length;

const grouped = (letters: string): string => letters.replace(/.{4}(?!$)/g, '$&-');

/** From random bytes, one a letter: 140 bits, shown in seven groups, so that nobody finds one by trying. */
export function creditCode(bytes: Uint8Array): string {
  if (bytes.length < length) throw new RangeError(`a code is made of ${length} bytes`);
  return grouped([...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join(''));
}

/** What somebody typed or pasted (a whole link too), in the one form that is compared; null when it cannot be a code. */
export function readCreditCode(typed: string): string | null {
  const last = typed.trim().replace(/\/+$/, '').split('/').at(-1) ?? '';
  const letters = last.toUpperCase().replace(/[\s\-–—_.]/g, '');
  if (letters.length !== length || [...letters].some((letter) => !alphabet.includes(letter))) return null;
  return grouped(letters);
}
