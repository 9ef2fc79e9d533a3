import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

/** A code is claimed once, withdrawn while it is unclaimed, or it expires. */
export const creditCodeMachine = defineMachine({
  initial: 'open',
  states: {
    open: { label: 'Open', tone: 'busy' },
    claimed: { label: 'Claimed', tone: 'good' },
    withdrawn: { label: 'Withdrawn' },
    expired: { label: 'Expired', tone: 'careful' },
  },
  events: {
    claim: { label: 'Claim', from: ['open'], to: 'claimed', who: ['customer', 'dealer'] },
    withdraw: { label: 'Withdraw code', from: ['open'], to: 'withdrawn', who: ['staff'] },
    expire: { label: 'Expire', from: ['open'], to: 'expired', who: ['system'] },
  },
});
export type CreditCodeState = StateOf<typeof creditCodeMachine>;
export const creditCodeStates = statesOf(creditCodeMachine);

/** The state as shown to the holder of the code. */
export const creditCodeSentences: Readonly<Record<CreditCodeState, string>> = {
  open: msg('This code can be claimed.'),
  claimed: msg('This code has already been claimed. Each code works once.'),
  withdrawn: msg('This code was withdrawn by the sender. Ask them for a new one.'),
  expired: msg('This code has expired. Ask the sender for a new one.'),
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
