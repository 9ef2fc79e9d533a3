/** Letters nobody takes for another one, said on the phone or typed with cold fingers. */
export const rescueAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** One letter each, 5 bits: a code has 80 bits and cannot be guessed. */
export const rescueCodeBytes = 16;
/** Codes of before, until they expire. */
const oldLength = 8;

const grouped = (letters: string): string => (letters.match(/.{4}/g) ?? []).join('-');

/** From random bytes, shown in groups of four. */
export function rescueCode(bytes: Uint8Array): string {
  if (bytes.length !== rescueCodeBytes) throw new RangeError(`a code is made of ${rescueCodeBytes} bytes`);
  return grouped([...bytes].map((byte) => rescueAlphabet[byte % rescueAlphabet.length]).join(''));
}

/** What somebody typed, in the one form that is compared; null when it cannot be a code. */
export function readRescueCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s\-–—_.]/g, '');
  if (letters.length !== rescueCodeBytes && letters.length !== oldLength) return null;
  return [...letters].every((letter) => rescueAlphabet.includes(letter)) ? grouped(letters) : null;
}
