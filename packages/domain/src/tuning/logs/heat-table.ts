/** Statistics of a channel in cells of two others, such as lambda by engine speed and load. */
export type HeatTable = {
  /** Lower bounds of the columns and rows, with one more at the end. */
  readonly xEdges: readonly number[];
  readonly yEdges: readonly number[];
  /** By row, then column. Cells without samples have count 0 and NaN in the other lists. */
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly samples: number;
};

export const heatStats = ['average', 'min', 'max', 'count'] as const;
export type HeatStat = (typeof heatStats)[number];

type HeatInput = {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Only samples with a value other than 0 count. */
  readonly keep: Float64Array | null;
  readonly xCells: number;
  readonly yCells: number;
  /** Round bounds, at most as many cells as given; otherwise exactly as many between the lowest and highest value. */
  readonly isRound: boolean;
};

/** All columns have the same length; a sample with a missing value in any of them is left out. */
export function heatTable({ x, y, z, keep, xCells, yCells, isRound }: HeatInput): HeatTable {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  // Plain loops: a million samples are counted while the reader waits.
  for (let nth = 0; nth < x.length; nth++) {
    if (keep !== null && !((keep[nth] as number) > 0)) continue;
    const a = x[nth] as number;
    const b = y[nth] as number;
    const value = z[nth] as number;
    if (Number.isNaN(a) || Number.isNaN(b) || Number.isNaN(value)) continue;
    if (a < x0) x0 = a;
    if (a > x1) x1 = a;
    if (b < y0) y0 = b;
    if (b > y1) y1 = b;
  }
  const [xs, ys] = [axis(x0, x1, xCells, isRound), axis(y0, y1, yCells, isRound)];
  const cells = xs.count * ys.count;
  const count = new Float64Array(cells);
  const sum = new Float64Array(cells);
  const min = new Float64Array(cells).fill(Infinity);
  const max = new Float64Array(cells).fill(-Infinity);
  let samples = 0;
  for (let nth = 0; nth < x.length; nth++) {
    if (keep !== null && !((keep[nth] as number) > 0)) continue;
    const a = x[nth] as number;
    const b = y[nth] as number;
    const value = z[nth] as number;
    if (Number.isNaN(a) || Number.isNaN(b) || Number.isNaN(value)) continue;
    const at = cellOf(b, ys) * xs.count + cellOf(a, xs);
    count[at] = (count[at] as number) + 1;
    sum[at] = (sum[at] as number) + value;
    if (value < (min[at] as number)) min[at] = value;
    if (value > (max[at] as number)) max[at] = value;
    samples++;
  }
  return { xEdges: xs.list, yEdges: ys.list, count, sum, min, max, samples };
}

export function heatValue({ count, sum, min, max }: HeatTable, cell: number, stat: HeatStat): number | null {
  const many = count[cell] as number;
  if (many === 0) return null;
  return stat === 'count'
    ? many
    : stat === 'average'
      ? (sum[cell] as number) / many
      : ((stat === 'min' ? min : max)[cell] as number);
}

type Axis = { readonly from: number; readonly step: number; readonly count: number; readonly list: readonly number[] };

const cellOf = (value: number, { from, step, count }: Axis): number =>
  Math.max(0, Math.min(count - 1, Math.floor((value - from) / step)));

const roundSteps = [1, 2, 2.5, 5, 10, 20];

/** Below this a span cannot be divided into cells any more. */
const smallest = 1e-300;

function axis(low: number, high: number, cells: number, isRound: boolean): Axis {
  if (!(low <= high)) return { from: 0, step: 1, count: 0, list: [] };
  const span = [high - low, Math.abs(low)].find((length) => length > smallest) ?? 1;
  const rough = span / cells;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fits = (step: number) => Math.floor(high / step) - Math.floor(low / step) < cells;
  const step = isRound ? (roundSteps.map((nth) => nth * power).find(fits) ?? rough * 2) : rough;
  const first = Math.floor(low / step);
  const [from, count] = isRound ? [first * step, Math.floor(high / step) - first + 1] : [low, cells];
  const list = Array.from({ length: count + 1 }, (_, nth) => Number((from + nth * step).toPrecision(12)));
  return { from, step, count, list };
}

/** The table as tab-separated text, for a spreadsheet or the table editor of a tuning program. */
export function heatTableText(table: HeatTable, stat: HeatStat, corner: string, digits: number): string {
  const { xEdges, yEdges } = table;
  const [columns, rows] = [Math.max(0, xEdges.length - 1), Math.max(0, yEdges.length - 1)];
  const lines = [[corner, ...xEdges.slice(0, columns)].join('\t')];
  // The highest row is on top, as on the screen.
  for (let row = rows - 1; row >= 0; row--) {
    const cells = Array.from({ length: columns }, (_, column) => {
      const value = heatValue(table, row * columns + column, stat);
      return value === null ? '' : stat === 'count' ? String(value) : String(Number(value.toFixed(digits)));
    });
    lines.push([yEdges[row], ...cells].join('\t'));
  }
  return lines.join('\n');
}
