import { recognizeLog } from '../logs/read/read-log.ts';
import { startText } from './bytes.ts';
import {
  binaryLogExtensions,
  extensionOf,
  foreignExtensions,
  foreignSignatures,
  logExtensions,
  logSignatures,
  type Material,
  markedExtensions,
  matches,
  sharedExtensions,
  textLogExtensions,
  tuneExtensions,
  tuneSignatures,
} from './formats.ts';
import { recordFormatOf } from './hex-records.ts';
import { isBareReadings, isDelimited } from './table-text.ts';
import { isZip, type ZipMember, zipMembers } from './zip-members.ts';

export type Sniffed = {
  /** Tunes go to tune requests; everything else is handled as a log and rejected there if it is not one. */
  readonly kind: 'tune' | 'log' | 'other';
  readonly format: string;
  readonly material: Material;
  /** The evidence for the classification. */
  readonly by: 'signature' | 'content' | 'extension' | 'nothing';
};

/** Start, end and size of a file: sufficient to classify a file of any size. */
type FilePart = {
  readonly name: string;
  readonly sizeBytes: number;
  readonly head: Uint8Array;
  /** The last bytes; equal to the head for a small file. */
  readonly tail: Uint8Array;
};

export const sniffHeadBytes = 256 * 1024;
export const sniffTailBytes = 128 * 1024;
const markerBytes = 4096;
const imageBytesMin = 32 * 1024;

export const partOf = (name: string, bytes: Uint8Array): FilePart => ({
  name,
  sizeBytes: bytes.length,
  head: bytes.subarray(0, sniffHeadBytes),
  tail: bytes.subarray(Math.max(0, bytes.length - sniffTailBytes)),
});

/** Checks strong signatures first, then formats that are never tunes, then the extension, then size and content. */
export function sniffFile(file: FilePart): Sniffed {
  if (file.sizeBytes === 0 || file.head.length === 0) return other('Empty file', 'nothing');
  return (
    byTuneSignature(file) ??
    byMarker(file) ??
    byArchive(file) ??
    byForeignSignature(file) ??
    byExtension(file) ??
    byContent(file)
  );
}

function byTuneSignature({ head }: FilePart): Sniffed | null {
  const found = tuneSignatures.find((signature) => matches(head, signature));
  return found ? tune(found.format, found.material, 'signature') : null;
}

/** Text-based definitions and tunes, recognised by their first element or words. */
function byMarker({ head, sizeBytes }: FilePart): Sniffed | null {
  const text = startText(head, 64 * 1024);
  const records = recordFormatOf(text, head.length >= sizeBytes && sizeBytes <= 64 * 1024);
  if (records) return tune(records, 'records', 'content');
  const start = text.slice(0, markerBytes);
  const root = rootElement(start);
  if (root === 'XDFFORMAT') return tune('TunerPro definition', 'definition', 'content');
  if (root === 'ADXFORMAT') return tune('TunerPro acquisition', 'definition', 'content');
  if (root === 'msq') return tune('TunerStudio tune', 'container', 'content');
  if (root === 'ODX') return tune('ODX', 'container', 'content');
  if (/^[ \t]*ASAP2_VERSION\s+\d/m.test(start) || /^[ \t]*\/begin\s+PROJECT\b/m.test(start))
    return tune('ASAP2', 'definition', 'content');
  if (isTunerStudioDefinition(text)) return tune('TunerStudio definition', 'definition', 'content');
  if (/^\s*\/(?:EPR|SPZ),/.test(start)) return tune('DAMOS', 'definition', 'content');
  return null;
}

const tunerStudioSections =
  /^[ \t]*\[(MegaTune|TunerStudio|Constants|OutputChannels|PcVariables|SettingGroups|TableEditor|CurveEditor|GaugeConfigurations|ControllerCommands|BurstMode|VeAnalyze)\]/gim;

/**
 * An INI file with sections that are specific to TunerStudio and MegaTune definitions; comments of any length may
 * precede them.
 */
const isTunerStudioDefinition = (text: string): boolean =>
  new Set([...text.matchAll(tunerStudioSections)].map(([, name = '']) => name.toLowerCase())).size >= 2;

/** The root element of an XML text, after declaration, comments and document type; undefined for any other text. */
function rootElement(text: string): string | undefined {
  let rest = text.replace(/^\uFEFF/, '').trimStart();
  for (let step = 0; step < 20; step += 1) {
    const close = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : rest.startsWith('<!') ? '>' : null;
    if (close === null) break;
    const end = rest.indexOf(close);
    if (end < 0) return undefined;
    rest = rest.slice(end + close.length).trimStart();
  }
  return /^<([A-Za-z_][\w.:-]{0,60})/.exec(rest)?.[1];
}

function byArchive({ head, tail }: FilePart): Sniffed | null {
  if (!isZip(head)) return null;
  const members = zipMembers(head, tail).filter(({ name, unpackedBytes }) => !isJunk(name) && unpackedBytes !== 0);
  const names = new Set(members.map(({ name }) => name));
  if (names.has('[Content_Types].xml')) return other('Office', 'signature');
  if (names.has('META-INF/MANIFEST.MF') || names.has('AndroidManifest.xml') || names.has('mimetype'))
    return other('Program or document archive', 'signature');
  if (names.has('session.json')) return log('RaceChrono session', 'signature');
  if (members.some(isTuneMember) || (members.length > 0 && members.every(isPossibleTune)))
    return tune('ZIP with tune files', 'archive', 'content');
  const logged = members.filter(({ name }) => logExtensions.has(extensionOf(name)));
  if (logged.length > 0 && logged.length * 2 >= members.length) return log('ZIP with logs', 'content');
  return other('ZIP', 'signature');
}

/** Folders and files that operating systems add to every folder. */
const isJunk = (name: string): boolean =>
  name.endsWith('/') ||
  /(?:^|[/\\])__MACOSX[/\\]/i.test(name) ||
  /(?:^|[/\\])(?:\.[^/\\]*|Thumbs\.db|desktop\.ini)$/i.test(name);

/** Decided by name; if the name is inconclusive, by a typical memory size. */
function isPossibleTune({ name, unpackedBytes }: ZipMember): boolean {
  const extension = extensionOf(name);
  if (tuneExtensions.has(extension)) return true;
  if (extension === '' && memoryName.test(name)) return true;
  return !foreignExtensions.has(extension) && !logExtensions.has(extension) && isChipSize(unpackedBytes);
}
function isTuneMember({ name, unpackedBytes }: ZipMember): boolean {
  const extension = extensionOf(name);
  return tuneExtensions.has(extension) && (!sharedExtensions.has(extension) || isChipSize(unpackedBytes));
}

function byForeignSignature({ name, head }: FilePart): Sniffed | null {
  const logged = logSignatures.find((signature) => matches(head, signature));
  if (logged) return log(logged.format, 'signature');
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const inner = extensionOf(name.replace(/\.gz$/i, ''));
    if (/^emu(?:b|pro)log3?$/.test(inner)) return log('ECUMaster log', 'signature');
    return logExtensions.has(inner) ? log('gzip with a log', 'extension') : other('gzip', 'signature');
  }
  if (head[0] === 0x40 && head[1] === 0 && head[2] === 0 && head[3] === 0 && extensionOf(name) === 'ld')
    return log('MoTeC log', 'signature');
  const foreign = foreignSignatures.find((signature) => matches(head, signature));
  if (foreign) return other(foreign.format, 'signature');
  if (/^\s*<(?:!doctype\s+html|html|svg)[\s>]/i.test(startText(head, 512))) return other('Web page', 'signature');
  return null;
}

function byExtension({ name, head }: FilePart): Sniffed | null {
  const extension = extensionOf(name);
  if (sharedExtensions.has(extension) && isPlainText(head)) return byText(head);
  if (tuneExtensions.has(extension)) return byTable(head) ?? tune(`.${extension} file`, 'image', 'extension');
  if (binaryLogExtensions.has(extension) && (textLogExtensions.has(extension) || !isPlainText(head)))
    return log(`.${extension} log`, 'extension');
  if (!logExtensions.has(extension)) return null;
  const text = byText(head);
  return text.kind === 'other' && text.by === 'nothing' && markedExtensions.has(extension) ? null : text;
}

function byContent({ name, sizeBytes, head, tail }: FilePart): Sniffed {
  const extension = extensionOf(name);
  const binary = looksBinary(head) || looksBinary(tail);
  if (!binary) return byText(head);
  const image = markedExtensions.has(extension)
    ? isChipSize(sizeBytes)
    : !foreignExtensions.has(extension) && isImageSize(sizeBytes);
  const memory = extension === '' && memoryName.test(name) && sizeBytes % 128 === 0;
  return image || memory ? tune('Memory image', 'image', 'content') : other('Unknown file', 'nothing');
}

/** Whole kilobytes; some processors have an extra row of 256 bytes. */
const isImageSize = (bytes: number) =>
  (bytes >= imageBytesMin && bytes % 1024 === 0) || (bytes >= 4 * imageBytesMin && bytes % 1024 === 256);
const isChipSize = (bytes: number) => bytes >= imageBytesMin && Number.isInteger(Math.log2(bytes));
/** Small memories have no signature; tools name them by their type. */
const memoryName = /(?:^|[\W_])(?:eeprom|e2prom|e2p|flash|ori|orig|original|stock)\s*$/i;

/**
 * Numbers without column names are a log that cannot be read; with names that no log has, they are another kind of
 * table.
 */
function byText(head: Uint8Array): Sniffed {
  if (recognizeLog(head)?.kind === 'text') return log('Text log', 'content');
  if (isBareReadings(startText(head, head.length))) return log('Numbers without names', 'content');
  return other('Text', isPlainText(head) ? 'content' : 'nothing');
}

/** Delimited text is never a tune, regardless of its extension. */
function byTable(head: Uint8Array): Sniffed | null {
  if (looksBinary(head)) return null;
  const text = byText(head);
  const isReadable = isUtf16(head) || isPlainText(head);
  return text.kind === 'log' || (isReadable && isDelimited(startText(head, head.length))) ? text : null;
}

const isPlainText = (head: Uint8Array): boolean =>
  head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13) && !looksBinary(head);

/** By its byte order mark. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** NUL bytes, or more than a quarter FF. */
function looksBinary(bytes: Uint8Array): boolean {
  const marked = isUtf16(bytes);
  let filler = 0;
  for (const byte of bytes) {
    if (byte === 0 && !marked) return true;
    if (byte === 0xff) filler += 1;
  }
  return filler * 4 > bytes.length;
}

const tune = (format: string, material: Material, by: Sniffed['by']): Sniffed => ({
  kind: 'tune',
  format,
  material,
  by,
});
const log = (format: string, by: Sniffed['by']): Sniffed => ({ kind: 'log', format, material: 'log', by });
const other = (format: string, by: Sniffed['by']): Sniffed => ({ kind: 'other', format, material: 'foreign', by });
