// The encoding of one column of a packed log. Loggers write short decimals; stored as integers of one, two or four
// bytes they are smaller than floats and lossless.

export type ColumnCode =
  | { readonly as: 'f32' }
  | { readonly as: 'f64' }
  | {
      readonly as: 'int';
      readonly width: 1 | 2 | 4;
      /** Digits after the decimal point. */
      readonly digits: number;
      /** The smallest number, or the smallest difference if `first` is set. Stored values are offsets from it. */
      readonly base: number;
      /** The first number; set if each number is stored as its difference from the previous one. */
      readonly first: number | null;
    };

const digitsMax = 9;
/** The highest code of each width marks a missing value. */
const gapOf = { 1: 0xff, 2: 0xffff, 4: 0xffffffff } as const;

export const bytesPerValue = (code: ColumnCode): number => (code.as === 'int' ? code.width : code.as === 'f32' ? 4 : 8);

const widthFor = (span: number): 1 | 2 | 4 | null =>
  span < gapOf[1] ? 1 : span < gapOf[2] ? 2 : span < gapOf[4] ? 4 : null;

/**
 * The smallest encoding that preserves every value; floats if they are not short decimals, 64 bits if 32 are not
 * enough.
 */
export function codeOf(values: Float64Array, { rises, wide }: { rises: boolean; wide: boolean }): ColumnCode {
  const floats: ColumnCode = wide ? { as: 'f64' } : { as: 'f32' };
  const digits = digitsOf(values);
  if (digits === null) return floats;
  const power = 10 ** digits;
  let [low, high, lowStep, highStep] = [Infinity, -Infinity, Infinity, -Infinity];
  let first: number | null = null;
  let last = 0;
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] as number;
    if (Number.isNaN(value)) continue;
    const number = Math.round(value * power);
    if (first === null) first = last = number;
    if (number < low) low = number;
    if (number > high) high = number;
    const step = number - last;
    if (step < lowStep) lowStep = step;
    if (step > highStep) highStep = step;
    last = number;
  }
  if (first === null) return { as: 'int', width: 1, digits: 0, base: 0, first: null };
  const width = widthFor(high - low);
  const stepWidth = widthFor(highStep - lowStep);
  if (stepWidth !== null && (width === null || stepWidth < width || (rises && stepWidth === width)))
    return { as: 'int', width: stepWidth, digits, base: lowStep, first };
  return width === null ? { as: 'f64' } : { as: 'int', width, digits, base: low, first: null };
}

/** The maximum number of decimals; null if the values are not short decimals. */
function digitsOf(values: Float64Array): number | null {
  let digits = 0;
  let power = 1;
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] as number;
    if (Number.isNaN(value)) continue;
    while (Math.round(value * power) / power !== value) {
      digits += 1;
      power = 10 ** digits;
      if (digits > digitsMax) return null;
    }
    if (!Number.isSafeInteger(Math.round(value * power))) return null;
  }
  return digits;
}

export function columnBytes(values: Float64Array, code: ColumnCode): Uint8Array<ArrayBuffer> {
  if (code.as === 'f64') return new Uint8Array(values.slice().buffer as ArrayBuffer);
  if (code.as === 'f32') return new Uint8Array(Float32Array.from(values).buffer);
  const { width, digits, base, first } = code;
  const codes =
    width === 1
      ? new Uint8Array(values.length)
      : width === 2
        ? new Uint16Array(values.length)
        : new Uint32Array(values.length);
  const power = 10 ** digits;
  let last = first ?? 0;
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] as number;
    if (Number.isNaN(value)) {
      codes[nth] = gapOf[width];
      continue;
    }
    const number = Math.round(value * power);
    codes[nth] = first === null ? number - base : number - last - base;
    last = number;
  }
  return new Uint8Array(codes.buffer);
}

/** Decodes the values of a column sequentially. */
export function decoderOf(code: ColumnCode): (view: DataView, at: number) => number {
  if (code.as === 'f64') return (view, at) => view.getFloat64(at, true);
  if (code.as === 'f32') return (view, at) => view.getFloat32(at, true);
  const { width, digits, base, first } = code;
  const power = 10 ** digits;
  const gap = gapOf[width];
  const read = { 1: readOne, 2: readTwo, 4: readFour }[width];
  let last = first ?? 0;
  return (view, at) => {
    const stored = read(view, at);
    if (stored === gap) return Number.NaN;
    last = first === null ? stored + base : last + stored + base;
    return last / power;
  };
}

const readOne = (view: DataView, at: number) => view.getUint8(at);
const readTwo = (view: DataView, at: number) => view.getUint16(at, true);
const readFour = (view: DataView, at: number) => view.getUint32(at, true);
