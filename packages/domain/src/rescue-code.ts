/** Letters nobody takes for another one, said on the phone or typed with cold fingers. */
export const rescueAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 8;

/** From random bytes, one a letter: 40 bits, shown in two groups. */
export function rescueCode(bytes: Uint8Array): string {
  if (bytes.length < length) throw new RangeError(`a code is made of ${length} bytes`);
  const letters = [...bytes.subarray(0, length)].map((byte) => rescueAlphabet[byte % rescueAlphabet.length]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** What somebody typed, in the one form that is compared; null when it cannot be a code. */
export function readRescueCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s\-–—_.]/g, '');
  if (letters.length !== length || [...letters].some((letter) => !rescueAlphabet.includes(letter))) return null;
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
