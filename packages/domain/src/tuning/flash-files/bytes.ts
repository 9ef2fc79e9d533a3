/** Decodes one character per byte, so offsets are the same in text and bytes. */
export const latin1 = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  oneByteEach.decode(bytes.subarray(start, end));
const oneByteEach = new TextDecoder('windows-1252');

/** The start of a file as text, decoded by its byte order mark; without one, as one character per byte. */
export function startText(head: Uint8Array, maxBytes: number): string {
  const part = head.subarray(0, maxBytes);
  if (part[0] === 0xff && part[1] === 0xfe) return new TextDecoder('utf-16le').decode(part);
  if (part[0] === 0xfe && part[1] === 0xff) return new TextDecoder('utf-16be').decode(part);
  if (part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf) return latin1(part, 3);
  return latin1(part);
}

export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  if (at + text.length > bytes.length) return false;
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text.charCodeAt(index)) return false;
  return true;
}

/** `4D 5A ?? 00`: bytes in hex, ?? matches any. */
export function hasHex(bytes: Uint8Array, at: number, hex: string): boolean {
  const wanted = hex.split(' ');
  if (at + wanted.length > bytes.length) return false;
  return wanted.every((pair, index) => pair === '??' || bytes[at + index] === Number.parseInt(pair, 16));
}
