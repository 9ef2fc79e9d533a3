import { type LogChannel, type LogMarker, logCellsMax, type ParsedLog } from '../log-types.ts';
import { quantityOf } from '../quantities.ts';
import { StillValues, stillNote } from '../still-values.ts';
import { unitOf } from '../units.ts';
import { meaningByValues } from './channel-values.ts';
import { removeFaultCodes } from './fault-codes.ts';
import { faultNote } from './table-reader.ts';
import { steadyTimes } from './time-base.ts';

// MegaLogViewer's binary log. Numbers are big-endian; a record is a type, a counter, a 16-bit time, the fields and a
// checksum.

type Field = {
  readonly name: string;
  readonly unit: string;
  readonly type: number;
  readonly scale: number;
  readonly shift: number;
  readonly at: number;
  values: Float64Array;
  /** Set if the field hardly ever changes; `values` is then empty. */
  still: StillValues | null;
};

const sizes: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 8,
  7: 4,
  10: 1,
  11: 2,
  12: 4,
  16: 1,
  17: 2,
  18: 4,
};
const markerBytes = 54;
const marksMax = 500;

export const isMlvlg = (head: Uint8Array): boolean =>
  head.length >= 24 && [0x4d, 0x4c, 0x56, 0x4c, 0x47, 0].every((byte, nth) => head[nth] === byte);

/** Accepts chunks of any size; buffers only the incomplete record. */
export class MlvlgReader {
  #held = new Uint8Array(0);
  #fields: Field[] | null = null;
  #dataAt = 0;
  #recordBytes = 0;
  #skip = 0;
  #rows = 0;
  #rowsMax = 0;
  #broken = false;
  #badSums = 0;
  #ticks: Float64Array = new Float64Array(1024);
  #lastTick = 0;
  readonly #marks: { row: number; text: string }[] = [];
  #info = '';

  get isFull(): boolean {
    return this.#rowsMax > 0 && this.#rows >= this.#rowsMax;
  }

  push(bytes: Uint8Array): void {
    if (this.#broken) return;
    let data = bytes;
    if (this.#held.length > 0) {
      data = new Uint8Array(this.#held.length + bytes.length);
      data.set(this.#held);
      data.set(bytes, this.#held.length);
      this.#held = new Uint8Array(0);
    }
    let at = 0;
    if (!this.#fields) {
      if (data.length < 24 || data.length < this.#headBytes(data)) {
        this.#held = data.slice();
        return;
      }
      this.#readHead(data);
      if (this.#broken) return;
      at = this.#dataAt;
    }
    if (this.#skip > 0) {
      const over = Math.min(this.#skip, data.length - at);
      at += over;
      this.#skip -= over;
    }
    this.#held = data.slice(this.#records(data, at));
  }

  /** The number of bytes needed to parse the header. */
  #headBytes(data: Uint8Array): number {
    const view = viewOf(data);
    return view.getUint32(view.getUint16(6) === 1 ? 14 : 16);
  }

  #readHead(data: Uint8Array): void {
    const view = viewOf(data);
    const version = view.getUint16(6);
    const old = version === 1;
    const fieldBytes = old ? 55 : 89;
    const fieldsAt = old ? 22 : 24;
    const infoAt = old ? view.getUint16(12) : view.getUint32(12);
    this.#dataAt = view.getUint32(old ? 14 : 16);
    this.#recordBytes = view.getUint16(old ? 18 : 20);
    const count = view.getUint16(old ? 20 : 22);
    if (version > 2 || count === 0 || count > 4096 || fieldsAt + count * fieldBytes > this.#dataAt) {
      this.#broken = true;
      return;
    }
    const fields: Field[] = [];
    let place = 0;
    for (let nth = 0; nth < count; nth++) {
      const at = fieldsAt + nth * fieldBytes;
      const type = data[at] as number;
      const size = sizes[type];
      if (size === undefined) {
        this.#broken = true;
        return;
      }
      fields.push({
        type,
        name: textAt(data, at + 1, 34),
        unit: textAt(data, at + 35, 10),
        scale: view.getFloat32(at + 46),
        shift: view.getFloat32(at + 50),
        at: place,
        values: new Float64Array(1024),
        still: null,
      });
      place += size;
    }
    if (place !== this.#recordBytes) this.#broken = true;
    if (infoAt > 0 && infoAt < this.#dataAt) this.#info = textAt(data, infoAt, this.#dataAt - infoAt);
    this.#rowsMax = Math.floor(logCellsMax / count);
    this.#fields = fields;
  }

  /** Parses complete records and returns the offset of the first incomplete one. */
  #records(data: Uint8Array, from: number): number {
    const fields = this.#fields as Field[];
    const view = viewOf(data);
    let at = from;
    while (at < data.length && (!this.isFull || this.#thin(fields))) {
      const kind = data[at] as number;
      const whole = kind === 1 ? markerBytes : this.#recordBytes + 5;
      if (kind > 1) {
        this.#broken = true;
        return data.length;
      }
      if (at + whole > data.length) return at;
      if (kind === 0) this.#record(view, data, at, fields);
      else if (this.#marks.length < marksMax) this.#marks.push({ row: this.#rows, text: textAt(data, at + 4, 50) });
      at += whole;
    }
    return at;
  }

  #record(view: DataView, data: Uint8Array, at: number, fields: readonly Field[]): void {
    const row = this.#rows++;
    if (row >= this.#ticks.length) this.#grow(fields);
    let sum = 0;
    for (let nth = at + 4; nth < at + 4 + this.#recordBytes; nth++) sum = (sum + (data[nth] as number)) & 0xff;
    if (sum !== data[at + 4 + this.#recordBytes]) this.#badSums++;
    const tick = view.getUint16(at + 2);
    const before = row === 0 ? tick : this.#lastTick % 65_536;
    this.#lastTick += row === 0 ? tick : (tick - before + 65_536) % 65_536;
    this.#ticks[row] = this.#lastTick * 0.00001;
    for (const field of fields) {
      const value = (rawAt(view, at + 4 + field.at, field.type) + field.shift) * field.scale;
      if (field.still) field.still.put(row, value);
      else field.values[row] = value;
    }
  }

  /** Frees memory by storing nearly constant fields at a reduced rate; false if nothing can be freed. */
  #thin(fields: readonly Field[]): boolean {
    for (const field of fields) {
      field.still ??= StillValues.of(field.values, this.#rows);
      if (field.still) field.values = new Float64Array(0);
    }
    const dense = fields.filter(({ still }) => still === null).length;
    const taken = fields.reduce((sum, { still }) => sum + (still?.count ?? 0) * 2, 0);
    const rowsMax = Math.floor((logCellsMax - taken) / Math.max(dense, 1));
    if (rowsMax < this.#rows * 1.1) return false;
    this.#rowsMax = rowsMax;
    return true;
  }

  #grow(fields: readonly Field[]): void {
    const wider = (values: Float64Array) => {
      const grown = new Float64Array(values.length * 2);
      grown.set(values);
      return grown;
    };
    this.#ticks = wider(this.#ticks);
    for (const field of fields) if (!field.still) field.values = wider(field.values);
  }

  end(): ParsedLog | null {
    const fields = this.#fields;
    if (!fields || (this.#broken && this.#rows === 0)) return null;
    const rows = this.#rows;
    const notes: string[] = [];
    if (this.#broken) notes.push('The file is damaged in the middle; everything before that was read.');
    else if (this.#held.length > 0) notes.push('The last record is incomplete and was skipped.');
    if (this.#badSums > 0) notes.push(`${this.#badSums.toLocaleString('en')} records have a wrong checksum.`);
    const timeAt = fields.findIndex(({ name }) => /^time$/i.test(name));
    const named = timeAt >= 0 ? (fields[timeAt] as Field).values.slice(0, rows) : null;
    // Some programs leave the time field empty; the records' own ticks are used instead.
    const raw = named && named.filter(Number.isFinite).length * 2 > rows ? named : this.#ticks.slice(0, rows);
    const { times } = steadyTimes(raw, false, raw.find(Number.isFinite) ?? 0);
    let faulty = 0;
    const clocks = [times];
    const channels = fields.map((field, nth): LogChannel => {
      const { name } = field;
      const fieldInfo = {
        unit: unitOf(field.unit),
        quantity: nth === timeAt ? ('time' as const) : quantityOf(name, '', field.unit),
      };
      const still = field.still?.samples(times, rows);
      const values = still?.values ?? field.values.slice(0, rows);
      const clock = still ? clocks.push(still.times) - 1 : 0;
      if (removeFaultCodes(values, { name, ...fieldInfo }) > 0) faulty++;
      const { unit, quantity } = meaningByValues(name, fieldInfo, values);
      return { name, label: name || 'Unnamed channel', unit, quantity, source: '', clock, words: null, values };
    });
    if (clocks.length > 1) notes.push(stillNote(clocks.length - 1));
    if (faulty > 0) notes.push(faultNote(faulty));
    const markers: LogMarker[] = this.#marks.map(({ row, text }) => ({
      timeS: times[Math.min(row, rows - 1)] ?? 0,
      text,
    }));
    const about = this.#info
      .split(/[\r\n]+/)
      .map((line) => line.replaceAll('"', '').trim().slice(0, 160))
      .filter((line) => line !== '' && !line.startsWith('<'))
      .slice(0, 12);
    return {
      format: 'MegaLogViewer binary log',
      rows,
      channels,
      clocks,
      timeBase: 'seconds',
      markers,
      about,
      notes,
    };
  }
}

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

function textAt(data: Uint8Array, at: number, most: number): string {
  const piece = data.subarray(at, Math.min(at + most, data.length));
  const end = piece.indexOf(0);
  return new TextDecoder('windows-1252').decode(end < 0 ? piece : piece.subarray(0, end)).trim();
}

function rawAt(view: DataView, at: number, type: number): number {
  switch (type) {
    case 0:
    case 10:
    case 16:
      return view.getUint8(at);
    case 1:
      return view.getInt8(at);
    case 2:
    case 11:
    case 17:
      return view.getUint16(at);
    case 3:
      return view.getInt16(at);
    case 4:
    case 12:
    case 18:
      return view.getUint32(at);
    case 5:
      return view.getInt32(at);
    case 6:
      return Number(view.getBigInt64(at));
    default:
      return view.getFloat32(at);
  }
}
