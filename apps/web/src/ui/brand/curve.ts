export type Point = { readonly x: number; readonly y: number };

const round = (n: number) => Math.round(n * 10) / 10;

/** A smooth path through the points that never swings past a measured value (Fritsch–Carlson monotone cubic). */
export function smoothPath(points: readonly Point[]): string {
  const first = points[0];
  if (!first) return '';
  const slopes = tangents(points);
  let d = `M${round(first.x)} ${round(first.y)}`;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1] as Point;
    const b = points[i] as Point;
    const third = (b.x - a.x) / 3;
    const [ma, mb] = [slopes[i - 1] ?? 0, slopes[i] ?? 0];
    d += `C${round(a.x + third)} ${round(a.y + ma * third)} ${round(b.x - third)} ${round(b.y - mb * third)} ${round(b.x)} ${round(b.y)}`;
  }
  return d;
}

function tangents(points: readonly Point[]): number[] {
  const secants: number[] = [];
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1] as Point;
    const b = points[i] as Point;
    secants.push(b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x));
  }
  return points.map((_, i) => {
    const before = secants[i - 1];
    const after = secants[i];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}

/** The value of a measured line at any x between its points, straight between neighbours; null outside. */
export function valueAt(points: readonly Point[], x: number): number | null {
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1] as Point;
    const b = points[i] as Point;
    if (x >= a.x && x <= b.x) return b.x === a.x ? a.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
  }
  return null;
}

export function peak(points: readonly Point[]): Point | null {
  return points.reduce<Point | null>((top, p) => (top === null || p.y > top.y ? p : top), null);
}

/** Round numbers that span low…high in at most `count` steps: 0 100 200 300. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0) || count < 1) return [low, low + 1];
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((m) => m * power >= raw * 0.999) ?? 10) * power;
  const from = Math.floor(low / step + 1e-9);
  const to = Math.ceil(high / step - 1e-9);
  return Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)));
}
