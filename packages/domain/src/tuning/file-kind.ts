/** The type of a file sent to support, detected by its first bytes regardless of its name. */
type FileKind = 'picture' | 'video' | 'pdf' | 'archive' | 'text' | 'data' | 'program';

const starts = (bytes: Uint8Array, hex: string, at = 0): boolean =>
  hex.split(' ').every((pair, index) => bytes[at + index] === Number.parseInt(pair, 16));
const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

const pictures = ['ff d8 ff', '89 50 4e 47 0d 0a 1a 0a', '47 49 46 38', '42 4d'];
const archives = ['50 4b 03 04', '50 4b 05 06', '37 7a bc af 27 1c', '52 61 72 21 1a 07', '1f 8b'];
const programs = [
  '4d 5a', // Windows
  '7f 45 4c 46', // Linux
  'fe ed fa ce',
  'fe ed fa cf',
  'ce fa ed fe',
  'cf fa ed fe', // Mac
  'ca fe ba be', // Java and Mac
  '23 21', // a script that names its interpreter
  '4c 00 00 00 01 14 02 00', // a Windows shortcut
];
const pictureBrands = ['avif', 'heic', 'heix', 'mif1', 'msf1'];

export const sniffBytes = 512;

export function fileKind(bytes: Uint8Array): FileKind {
  if (programs.some((hex) => starts(bytes, hex))) return 'program';
  // BM alone may be the start of any text; a bitmap has zeros in its reserved bytes.
  if (pictures.some((hex) => starts(bytes, hex)) && !(starts(bytes, '42 4d') && !starts(bytes, '00 00 00 00', 6)))
    return 'picture';
  if (ascii(bytes, 0, 4) === 'RIFF') return ascii(bytes, 8, 12) === 'WEBP' ? 'picture' : 'video';
  if (ascii(bytes, 4, 8) === 'ftyp') return pictureBrands.includes(ascii(bytes, 8, 12)) ? 'picture' : 'video';
  if (starts(bytes, '1a 45 df a3')) return 'video';
  if (ascii(bytes, 0, 5) === '%PDF-') return 'pdf';
  if (archives.some((hex) => starts(bytes, hex))) return 'archive';
  return isText(bytes) ? 'text' : 'data';
}

function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, sniffBytes);
  if (starts(head, 'ff fe') || starts(head, 'fe ff')) return true;
  return head.length > 0 && head.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 13);
}

const promises: readonly (readonly [endings: RegExp, kind: FileKind])[] = [
  [/\.(jpe?g|png|gif|webp|avif|heic|bmp)$/i, 'picture'],
  [/\.pdf$/i, 'pdf'],
  [/\.(zip|7z|rar|gz)$/i, 'archive'],
];

/** Why support rejects a file, as a user-facing message; null if it is accepted. */
export function fileProblem(name: string, sizeBytes: number, bytes: Uint8Array): string | null {
  if (sizeBytes === 0) return 'This file is empty.';
  const kind = fileKind(bytes);
  if (kind === 'program') return 'Programs are not accepted. Send an image, a log, a document or a tune file.';
  const promised = promises.find(([endings]) => endings.test(name));
  if (promised && promised[1] !== kind)
    return `By its name, this file should be a ${promised[1]}, but the content does not match. Please check the file.`;
  return null;
}
