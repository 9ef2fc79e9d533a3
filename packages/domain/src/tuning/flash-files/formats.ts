import { hasHex, hasText } from './bytes.ts';

/** The content type of a recognised file; determines what can be read from it. */
export type Material = 'image' | 'container' | 'records' | 'definition' | 'archive' | 'log' | 'foreign';

type Signature = {
  readonly format: string;
  readonly material: Material;
  readonly at?: number;
  /** Bytes in hex with ?? for any, or text. */
  readonly hex?: string;
  readonly text?: string;
};

/** A file with one of these signatures is a flash or tune file, whatever its name. */
export const tuneSignatures: readonly Signature[] = [
  { format: 'WinOLS', material: 'container', hex: '0B 00 00 00 57 69 6E 4F 4C 53 20 46 69 6C 65 00' },
  { format: 'WinOLS mini project', material: 'container', text: 'WinOLS MiniProject' },
  { format: 'FlashBooster', material: 'container', text: 'FlashBooster File' },
  { format: 'VBF', material: 'container', text: 'vbf_version' },
  { format: 'VW FRF', material: 'container', hex: '0A 9C 92 7C' },
  { format: 'VW SGO', material: 'container', text: 'SGML Object File' },
  { format: 'VW SGO', material: 'container', hex: 'AC B8 B2 B3 DF B0 9D 95 9A 9C 8B DF B9 96 93 9A' },
  { format: 'HP Tuners', material: 'container', text: 'HPT ' },
  { format: 'EFILive controller file', material: 'container', hex: '08 00 03 00 01 00 09 00' },
  { format: 'Mercedes CFF', material: 'container', text: 'CFF-TRANSLATOR-VERSION:' },
  { format: 'Mercedes CBF', material: 'definition', text: 'CBF-TRANSLATOR-VERSION:' },
  { format: 'CombiLoader', material: 'container', text: 'SMS-SoftContFile' },
  { format: 'Ford PHF', material: 'container', text: 'APPLICATION>' },
];

export const logSignatures: readonly Signature[] = [
  { format: 'MegaLogViewer', material: 'log', hex: '4D 4C 56 4C 47 00' },
  { format: 'AEM log', material: 'log', text: 'EMERALD v' },
  { format: 'Link log', material: 'log', hex: 'D7 00 00 00 6C 66 33' },
  { format: 'ASAM measurement', material: 'log', text: 'MDF     ' },
  { format: 'ASAM measurement', material: 'log', text: 'UnFinMF ' },
  { format: 'Vector log', material: 'log', text: 'LOGG' },
];

/** Never a tune, regardless of its name. */
export const foreignSignatures: readonly Signature[] = [
  { format: 'PDF', material: 'foreign', text: '%PDF' },
  { format: 'PostScript', material: 'foreign', text: '%!PS' },
  { format: 'JPEG', material: 'foreign', hex: 'FF D8 FF' },
  { format: 'PNG', material: 'foreign', hex: '89 50 4E 47 0D 0A 1A 0A' },
  { format: 'GIF', material: 'foreign', text: 'GIF8' },
  { format: 'TIFF', material: 'foreign', hex: '49 49 2A 00' },
  { format: 'TIFF', material: 'foreign', hex: '4D 4D 00 2A' },
  { format: 'BMP', material: 'foreign', hex: '42 4D ?? ?? ?? ?? 00 00 00 00' },
  { format: 'Photoshop', material: 'foreign', text: '8BPS' },
  { format: 'RIFF media', material: 'foreign', hex: '52 49 46 46 ?? ?? ?? ?? 57 45 42 50' },
  { format: 'RIFF media', material: 'foreign', hex: '52 49 46 46 ?? ?? ?? ?? 57 41 56 45' },
  { format: 'RIFF media', material: 'foreign', hex: '52 49 46 46 ?? ?? ?? ?? 41 56 49 20' },
  { format: 'MP4 or HEIC', material: 'foreign', at: 4, text: 'ftyp' },
  { format: 'MP3', material: 'foreign', text: 'ID3' },
  { format: 'Ogg', material: 'foreign', text: 'OggS' },
  { format: 'FLAC', material: 'foreign', text: 'fLaC' },
  { format: 'Musepack', material: 'foreign', text: 'MPCK' },
  { format: 'Musepack', material: 'foreign', hex: '4D 50 2B 07' },
  { format: 'Tracker module', material: 'foreign', at: 1080, text: 'M.K.' },
  { format: 'Matroska', material: 'foreign', hex: '1A 45 DF A3' },
  { format: 'Windows media', material: 'foreign', hex: '30 26 B2 75 8E 66 CF 11' },
  { format: 'Flash video', material: 'foreign', hex: '46 4C 56 01' },
  { format: 'Monkey audio', material: 'foreign', text: 'MAC ' },
  { format: 'InDesign', material: 'foreign', hex: '06 06 ED F5 D8 1D 46 E5' },
  { format: 'Windows program', material: 'foreign', text: 'MZ' },
  { format: 'Linux program', material: 'foreign', hex: '7F 45 4C 46' },
  { format: 'macOS program', material: 'foreign', hex: 'CF FA ED FE' },
  { format: 'macOS program', material: 'foreign', hex: 'CE FA ED FE' },
  { format: 'Java class', material: 'foreign', hex: 'CA FE BA BE' },
  { format: 'WebAssembly', material: 'foreign', hex: '00 61 73 6D' },
  { format: 'Script', material: 'foreign', text: '#!/' },
  { format: 'SQLite', material: 'foreign', text: 'SQLite format 3' },
  { format: 'Office', material: 'foreign', hex: 'D0 CF 11 E0 A1 B1 1A E1' },
  { format: 'RTF', material: 'foreign', text: '{\\rtf' },
  { format: '7-Zip', material: 'foreign', hex: '37 7A BC AF 27 1C' },
  { format: 'RAR', material: 'foreign', hex: '52 61 72 21 1A 07' },
  { format: 'XZ', material: 'foreign', hex: 'FD 37 7A 58 5A 00' },
  { format: 'Zstandard', material: 'foreign', hex: '28 B5 2F FD' },
  { format: 'bzip2', material: 'foreign', hex: '42 5A 68 ?? 31 41 59 26 53 59' },
  { format: 'Cabinet', material: 'foreign', text: 'MSCF' },
  { format: 'tar', material: 'foreign', at: 257, text: 'ustar' },
  { format: 'Font', material: 'foreign', text: 'wOF' },
  { format: 'Font', material: 'foreign', text: 'OTTO' },
  { format: 'Windows shortcut', material: 'foreign', hex: '4C 00 00 00 01 14 02 00' },
  { format: 'Signed or encrypted text', material: 'foreign', text: '-----BEGIN ' },
];

export const matches = (bytes: Uint8Array, { at = 0, hex, text }: Signature): boolean =>
  hex === undefined ? hasText(bytes, at, text ?? '') : hasHex(bytes, at, hex);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Extensions that tools and portals use for flash and tune files. */
export const tuneExtensions = words(
  'bin ori mod hex ihex s19 srec s28 s37 mot frf sgo sgm odx odx-f odx-d odx-c pdx vbf ols kp hpt ptm tun ctz xdf adx a2l dam ' +
    'damos cbf cff bcf bdm eep eeprom e2p e2prom epr eprom rom ecu fls dat read map dtc mtx msq phf tec mpc slave fpf mmf smr-d smr-f ' +
    'org orig original std stock bdmtogo',
);

/** Extensions that other programs use as well; in an archive they are no proof on their own. */
export const sharedExtensions = words('dat map mod read mpc rom mtx tec dtc bdm org orig original std stock');

const binaryLogs =
  'lg1 lg2 daq llg llg5 mlg msl ld emublog emublog3 emuprolog rcz hpl efi xrk xrz drk dlf mf4 mdf blf dl dlz itlog fpdl ftlog rpk ' +
  'vbb ibt zto zdl';

export const logExtensions = words(`csv log txt tsv vbo asc trc ${binaryLogs}`);

/** Binary logs without a signature. */
export const binaryLogExtensions = words(binaryLogs);

/** Those of them that are text. */
export const textLogExtensions = words('lg2 msl');

/** Extensions of other file types: bytes that look like an image are ignored there. */
export const foreignExtensions = words(
  'jpg jpeg png gif bmp tif tiff webp heic svg ico psd mp3 mp4 m4a mov avi mkv wav ogg flac pdf doc docx xls xlsx ppt pptx odt ods ' +
    'rtf exe dll msi sys so dylib apk ipa jar class iso dmg img vhd vmdk zip 7z rar gz tgz tar bz2 xz cab db sqlite mdb pst eml msg ' +
    'ttf otf woff woff2 eot html htm js css json py sh bat ps1 lnk torrent swf aac ac3 aif aiff amr ape m4v mpg mpeg wma wmv flv 3gp ' +
    'webm ts vob mid dng cr2 nef arw raw indd ai eps dwg dxf stl step skp blend cpio rpm deb lz lzma zst arj lzh ace crx xpi epub ' +
    'mobi wasm pcap shp dbf parquet feather npy mat pkl h5 nc sav rdata db-shm db-wal',
);

/**
 * Forums accept only these extensions, so images are renamed to them. An archive without its signature is not an
 * archive, and text has no NUL bytes.
 */
export const markedExtensions = words('zip 7z rar txt');

/**
 * The last extension in lower case, without the suffix that browsers add to duplicate downloads. Tools that read
 * several memories append the memory's name: `.ori_EEprom`.
 */
export function extensionOf(name: string): string {
  const base = name
    .slice(-300)
    .trim()
    .replace(/ ?\(\d{1,3}\)$/, '');
  const dot = base.lastIndexOf('.');
  if (dot < 0 || dot === base.length - 1) return '';
  const extension = base
    .slice(dot + 1)
    .trim()
    .toLowerCase();
  const [first = ''] = extension.split('_', 1);
  return tuneExtensions.has(first) ? first : extension;
}
