export type Point = { readonly x: number; readonly y: number };

/**
 * A smooth path through the points that never overshoots a measured value (Fritsch–Carlson monotone cubic). Uses
 * relative integer coordinates, which halves the text: draw on a grid finer than the screen.
 */
export function smoothPath(points: readonly Point[]): string {
  const first = points[0];
  if (!first) return '';
  const slopes = tangents(points);
  let x = Math.round(first.x);
  let y = Math.round(first.y);
  let d = `M${x} ${y}`;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1] as Point;
    const b = points[i] as Point;
    const third = (b.x - a.x) / 3;
    const leaves = Math.round(a.y + (slopes[i - 1] ?? 0) * third) - y;
    const arrives = Math.round(b.y - (slopes[i] ?? 0) * third) - y;
    const [toX, toY] = [Math.round(b.x), Math.round(b.y)];
    d += `c${Math.round(a.x + third) - x} ${leaves} ${Math.round(b.x - third) - x} ${arrives} ${toX - x} ${toY - y}`;
    x = toX;
    y = toY;
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

/** Linear interpolation at each of the xs; null outside the range. Both inputs are ascending. */
export function valuesAt(points: readonly Point[], xs: readonly number[]): (number | null)[] {
  let i = 1;
  return xs.map((x) => {
    while (i < points.length && x > (points[i] as Point).x) i++;
    const [a, b] = [points[i - 1], points[i]];
    if (!a || !b || x < a.x) return null;
    return b.x === a.x ? a.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
  });
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
