/** Excludes characters that are easily confused, spoken or typed. */
export const rescueAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** One character per byte, 5 bits each: a code has 80 bits and cannot be guessed. */
export const rescueCodeBytes = 16;
/** Length of legacy codes, accepted until they expire. */
const oldLength = 8;

const grouped = (letters: string): string => (letters.match(/.{4}/g) ?? []).join('-');

/** Generates a code from random bytes, in groups of four. */
export function rescueCode(bytes: Uint8Array): string {
  if (bytes.length !== rescueCodeBytes) throw new RangeError(`a code is made of ${rescueCodeBytes} bytes`);
  return grouped([...bytes].map((byte) => rescueAlphabet[byte % rescueAlphabet.length]).join(''));
}

/** Normalizes a typed code; null if it cannot be a code. */
export function readRescueCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s\-–—_.]/g, '');
  if (letters.length !== rescueCodeBytes && letters.length !== oldLength) return null;
  return [...letters].every((letter) => rescueAlphabet.includes(letter)) ? grouped(letters) : null;
}
