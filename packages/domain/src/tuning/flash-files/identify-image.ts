import { hasHex, latin1 } from './bytes.ts';
import { type Found, type Identified, nothingIdentified, type Sureness } from './found.ts';
import { eachLine, isRecordFormat, type RecordFormat, recordIn } from './hex-records.ts';
import { placesBytes, readPlaces } from './read-places.ts';
import { type Clue, cluesIn, swappedCluesIn } from './read-strings.ts';

/** Startup code that is unique to one family. */
const starts: readonly {
  hex: string;
  sizes: readonly number[];
  family: string;
  maker: string;
  /** Offset of the software number, a four-byte integer; negative offsets count from the end. */
  softwareAt?: number;
  /** Offset of the software number, as text. Other numbers are those of the boot loader and of calibrations. */
  softwareTextAt?: number;
}[] = [
  { hex: 'FA 00 06 2D', sizes: [524_288], family: 'MS43', maker: 'Siemens' },
  { hex: 'FA 00 ?? ?? FA 82 04 00', sizes: [524_288, 1_048_576], family: 'ME7', maker: 'Bosch' },
  { hex: 'EA 00 00 02 EA 00 04 80', sizes: [524_288, 1_048_576], family: 'ME7', maker: 'Bosch' },
  { hex: '5A 5A 33 05 32', sizes: [65_536], family: 'ME7.2', maker: 'Bosch' },
  { hex: '48 01 0F DE', sizes: [1_048_576], family: 'ME9', maker: 'Bosch' },
  { hex: '00 00 00 58 00 80', sizes: [524_288, 1_048_576, 2_097_152], family: 'EDC16', maker: 'Bosch' },
  { hex: '00 00 00 58 00 81', sizes: [524_288, 1_048_576, 2_097_152], family: 'EDC16', maker: 'Bosch' },
  { hex: '00 FF CE 00', sizes: [524_288], family: 'P01', maker: 'GM', softwareAt: 0x504 },
  { hex: '00 FF CE 00', sizes: [1_048_576], family: 'P59', maker: 'GM', softwareAt: 0x504 },
  { hex: '00 FF B8 00', sizes: [524_288], family: 'P04', maker: 'GM', softwareAt: -6 },
  { hex: '00 FF A8 00', sizes: [524_288], family: 'E54', maker: 'GM', softwareAt: 0x20004 },
  // Both start alike, and no rule tells their numbers apart.
  {
    hex: '60 00 00 00 60 00 00 00 48',
    sizes: [2_097_152],
    family: 'E38 or E67',
    maker: 'GM',
    softwareTextAt: 0x1000e,
  },
];

const headBytes = placesBytes;
const runMin = 8;
const fillerStep = 8;
/** A longer run is processed in chunks whose overlap exceeds the longest pattern. */
const pieceBytes = 4096;
const overlapBytes = 96;
const cluesMax = 400;
/** An image contains a few kilobytes of text; the limit bounds the cost of a file that is all text. */
const textBytesMax = 512 * 1024;
const rank: Readonly<Record<Sureness, number>> = { certain: 0, likely: 1, hint: 2 };

/**
 * Extracts part numbers, software ids, family and VIN from an image in chunks, with constant memory. Finds plain text
 * at any offset and reports the offset.
 */
export class ImageReader {
  #at = 0;
  #filler = 0;
  #asked = 0;
  #textBytes = 0;
  #head = new Uint8Array(headBytes);
  #headLength = 0;
  /** Four bytes at each offset where a family stores its software number, and the last bytes. */
  readonly #spot = new Uint8Array(4);
  #tail = new Uint8Array(0);
  #clues: Clue[] = [];
  /** The unfinished printable run and its offset. */
  #open = '';
  #openAt = 0;

  push(bytes: Uint8Array): void {
    if (this.#headLength < headBytes) {
      const part = bytes.subarray(0, headBytes - this.#headLength);
      this.#head.set(part, this.#headLength);
      this.#headLength += part.length;
    }
    this.#countFiller(bytes);
    for (let nth = 0; nth < 4; nth += 1)
      this.#spot[nth] = bytes[spotAt + nth - this.#at] ?? (this.#spot[nth] as number);
    this.#tail = tailOf(this.#tail, bytes);
    const base = this.#at;
    const length = bytes.length;
    // The unfinished run of the previous chunk continues or ends here.
    let from = 0;
    if (this.#open !== '') {
      from = endOfRun(bytes, 0);
      if (from === length) {
        this.#grow(bytes, 0, base);
        return;
      }
      if (from + this.#open.length >= runMin) this.#look(this.#open + latin1(bytes, 0, from), this.#openAt);
      this.#open = '';
    }
    // The last run may continue in the next chunk.
    let last = length;
    while (last > from && printable[bytes[last - 1] as number] === 1) last -= 1;
    // A run that is long enough contains an aligned four-byte word, so only words are checked.
    const { words, first } = wordsOf(bytes, from);
    for (
      let word = nextPrintable(words, 0);
      word < words.length;
      word = nextPrintable(words, (from - first + 3) >> 2)
    ) {
      const at = first + word * 4;
      if (at >= last) break;
      let start = at;
      while (start > from && printable[bytes[start - 1] as number] === 1) start -= 1;
      const end = endOfRun(bytes, at);
      if (end - start >= runMin) this.#look(latin1(bytes, start, end), base + start);
      from = end;
    }
    this.#grow(bytes, last, base);
  }

  #countFiller(bytes: Uint8Array): void {
    let filler = 0;
    let checked = 0;
    for (let at = (fillerStep - (this.#at % fillerStep)) % fillerStep; at < bytes.length; at += fillerStep) {
      if (bytes[at] === 0xff || bytes[at] === 0) filler += 1;
      checked += 1;
    }
    this.#filler += filler;
    this.#asked += checked;
  }

  #grow(bytes: Uint8Array, start: number, base: number): void {
    this.#at = base + bytes.length;
    if (start === bytes.length) return;
    if (this.#open === '') this.#openAt = base + start;
    const text = this.#open + latin1(bytes, start);
    if (text.length > pieceBytes) {
      this.#look(text, this.#openAt);
      this.#openAt += text.length - overlapBytes;
      this.#open = text.slice(-overlapBytes);
    } else this.#open = text;
  }

  #look(text: string, at: number): void {
    for (let from = 0; from < text.length; from += pieceBytes - overlapBytes) {
      if (this.#clues.length >= cluesMax || this.#textBytes >= textBytesMax) return;
      this.#textBytes += Math.min(pieceBytes, text.length - from);
      const piece = text.slice(from, from + pieceBytes);
      const clues = cluesIn(piece, at + from);
      this.#clues.push(...clues);
      if (clues.length === 0) this.#clues.push(...swappedCluesIn(piece, at + from));
      if (from + pieceBytes >= text.length) return;
    }
  }

  /** A software number has eight digits; any other value is ignored. */
  #numberAt(at: number | undefined): Found[] {
    if (at === undefined) return [];
    const [bytes, from] =
      at < 0 ? [this.#tail, this.#tail.length + at] : at === spotAt ? [this.#spot, 0] : [this.#head, at];
    if (from < 0 || from + 4 > bytes.length) return [];
    const number = new DataView(bytes.buffer, bytes.byteOffset).getUint32(from);
    const place = at < 0 ? this.#at + at : at;
    return number >= 9_000_000 && number < 100_000_000 ? [{ value: `${number}`, at: place, sure: 'certain' }] : [];
  }

  /** GM's P04 has several startup sequences but ends with its number and a marker. */
  #byEnd(): (typeof starts)[number] | undefined {
    const isMarked = this.#tail.at(-2) === 0xa5 && this.#tail.at(-1) === 0x5a;
    const p04 = starts.find(({ family }) => family === 'P04');
    const fits = isMarked && (this.#at === 262_144 || this.#at === 524_288);
    return fits && this.#head[0] === 0 && this.#numberAt(p04?.softwareAt).length > 0 ? p04 : undefined;
  }

  done(): Identified {
    if (this.#open.length >= runMin) this.#look(this.#open, this.#openAt);
    this.#open = '';
    if (this.#at === 0) return nothingIdentified;
    const of = (what: Clue['what'], max: number) =>
      unique(this.#clues.filter((clue) => clue.what === what)).slice(0, max);
    const families = of('family', 4);
    const known =
      starts.find(({ hex, sizes }) => hasHex(this.#head, 0, hex) && sizes.includes(this.#at)) ?? this.#byEnd();
    const hardwareNumbers = of('hardware', 6);
    const family =
      families[0] ??
      (known && { value: known.family, at: 0, sure: 'likely' as const }) ??
      dieselOf(hardwareNumbers, this.#at);
    const [engine] = of('engine', 1);
    const placed = family ? null : readPlaces(this.#head, this.#at);
    const software = of('software', cluesMax).filter(({ maker }) => maker !== 'GM' || known?.maker === 'GM');
    const main = software.find(({ at }) => at === known?.softwareTextAt);
    return {
      family: family && plain(family),
      maker: makerOf(this.#clues, family) ?? known?.maker ?? placed?.maker ?? null,
      hardwareNumbers: hardwareNumbers.map(plain),
      softwareIds: [
        ...this.#numberAt(known?.softwareAt),
        ...(main ? [{ ...main, sure: 'certain' as const }] : []),
        ...software.filter((one) => one !== main).slice(0, main ? 5 : 6),
        ...(placed ? [placed.software] : []),
      ].map(plain),
      partNumbers: of('part', 6).map(plain),
      engine: engine ? plain({ ...engine, value: engine.value.trim() }) : null,
      vins: of('vin', 3).map(plain),
      usedShare: Math.round((1 - this.#filler / Math.max(1, this.#asked)) * 1000) / 1000,
    };
  }
}

/** Offset of the operating system number in an E54. */
const spotAt = 0x20004;
const tailBytes = 8;

function tailOf(before: Uint8Array, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = bytes.length >= tailBytes ? [] : before;
  return Uint8Array.from([...kept, ...bytes.subarray(-tailBytes)].slice(-tailBytes));
}

const printable = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x20 && byte <= 0x7e ? 1 : 0));

function endOfRun(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && printable[bytes[at] as number] === 1) at += 1;
  return at;
}

/** A view of the bytes from an offset as aligned 32-bit words. */
function wordsOf({ buffer, byteOffset, length }: Uint8Array, from: number): { words: Int32Array; first: number } {
  const first = from + ((4 - ((byteOffset + from) % 4)) % 4);
  const count = Math.max(0, (length - first) >> 2);
  return { words: new Int32Array(buffer, count === 0 ? 0 : byteOffset + first, count), first };
}

const highBits = 0x80808080 | 0;

/** The next word whose four bytes are all printable: none above 0x7f, none below 0x20, none that is 0x7f. */
function nextPrintable(words: Int32Array, from: number): number {
  for (let index = from; index < words.length; index += 1) {
    const word = words[index] as number;
    if ((word & highBits) === 0 && ((word + 0x60606060) & ~(word + 0x01010101) & highBits) === highBits) return index;
  }
  return words.length;
}

/**
 * Bosch numbers its diesel units 0281; the memory size distinguishes the two generations that do not name themselves.
 */
function dieselOf(numbers: readonly Found[], sizeBytes: number): Found | null {
  const value = sizeBytes === 524_288 ? 'EDC15' : sizeBytes === 1_048_576 ? 'EDC16' : null;
  const number = numbers.find((one) => one.value.startsWith('0281') && one.sure === 'certain');
  return value && number ? { value, at: number.at, sure: 'hint' } : null;
}

const plain = ({ value, at, sure }: Found): Found => ({ value, at, sure });

/** The family's maker; without a family, the maker that most facts indicate. */
function makerOf(clues: readonly Clue[], family: Found | null): string | undefined {
  const named = clues.find((clue) => clue.what === 'family' && clue.value === family?.value)?.maker;
  return named ?? clues.filter((clue) => clue.sure !== 'hint').find((clue) => clue.maker)?.maker;
}

/** Deduplicates by value; the highest confidence wins, then the first. */
function unique(clues: readonly Clue[]): Clue[] {
  const best = new Map<string, Clue>();
  for (const clue of clues) {
    const known = best.get(clue.value);
    if (!known || rank[clue.sure] < rank[known.sure]) best.set(clue.value, clue);
  }
  return [...best.values()].sort((one, two) => rank[one.sure] - rank[two.sure] || one.at - two.at);
}

/** A longer line is not a record. */
const recordCharsMax = 1000;

/** Decodes hex records to bytes; offsets refer to the decoded bytes in file order. */
class RecordReader {
  readonly #image = new ImageReader();
  readonly #format: RecordFormat;
  #rest = new Uint8Array(0);
  constructor(format: RecordFormat) {
    this.#format = format;
  }
  push(bytes: Uint8Array): void {
    const text = new Uint8Array(this.#rest.length + bytes.length);
    text.set(this.#rest);
    text.set(bytes, this.#rest.length);
    // The last line may continue in the next chunk.
    this.#rest = new Uint8Array(0);
    eachLine(text, (from, to) => {
      if (to === text.length) this.#rest = text.slice(from, Math.min(to, from + recordCharsMax));
      else this.#line(text, from, to);
      return true;
    });
  }
  #line(text: Uint8Array, from: number, to: number): void {
    const record = recordIn(this.#format, text, from, to);
    if (record?.kind === 'data') this.#image.push(record.data);
  }
  done(): Identified {
    this.#line(this.#rest, 0, this.#rest.length);
    return this.#image.done();
  }
}

type Reader = { push(bytes: Uint8Array): void; done(): Identified };

/** The reader for a recognised file; it finds nothing in archives and encrypted containers. */
export const viewerFor = (format: string): Reader =>
  isRecordFormat(format) ? new RecordReader(format) : new ImageReader();

export function identifyImage(bytes: Uint8Array, format = ''): Identified {
  const reader = viewerFor(format);
  reader.push(bytes);
  return reader.done();
}
