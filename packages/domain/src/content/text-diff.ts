export type DiffLine = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

const linesMax = 2000;

/** The shortest edit from one list of lines to another, by their longest common subsequence. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - head;
  while (tail < shorter && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const from = before.slice(head, before.length - tail);
  const to = after.slice(head, after.length - tail);
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }));
  return [...same(before.slice(0, head)), ...changed(from, to), ...same(before.slice(before.length - tail))];
}

function changed(from: readonly string[], to: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text });
  const added = (text: string): DiffLine => ({ kind: 'added', text });
  // The table below is quadratic: very long texts that differ everywhere are shown as replaced.
  if (from.length * to.length > linesMax * linesMax) return [...from.map(removed), ...to.map(added)];
  const width = to.length + 1;
  const common = new Uint32Array((from.length + 1) * width);
  for (let a = from.length - 1; a >= 0; a -= 1)
    for (let b = to.length - 1; b >= 0; b -= 1)
      common[a * width + b] =
        from[a] === to[b]
          ? (common[(a + 1) * width + b + 1] ?? 0) + 1
          : Math.max(common[(a + 1) * width + b] ?? 0, common[a * width + b + 1] ?? 0);
  const lines: DiffLine[] = [];
  let a = 0;
  let b = 0;
  while (a < from.length || b < to.length) {
    const old = from[a];
    const next = to[b];
    if (old !== undefined && old === next) {
      lines.push({ kind: 'same', text: old });
      a += 1;
      b += 1;
    } else if (
      old !== undefined &&
      (next === undefined || (common[(a + 1) * width + b] ?? 0) >= (common[a * width + b + 1] ?? 0))
    ) {
      lines.push(removed(old));
      a += 1;
    } else {
      lines.push(added(next as string));
      b += 1;
    }
  }
  return lines;
}
