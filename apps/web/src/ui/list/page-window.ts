/** The page numbers to show: first, last and the neighbours of the current one; 0 is a gap. */
export function pageWindow(page: number, pageCount: number): number[] {
  const wanted = new Set([1, pageCount, page - 1, page, page + 1]);
  if (page <= 3) for (const n of [2, 3, 4]) wanted.add(n);
  if (page >= pageCount - 2) for (const n of [pageCount - 3, pageCount - 2, pageCount - 1]) wanted.add(n);
  const pages = [...wanted].filter((n) => n >= 1 && n <= pageCount).sort((a, b) => a - b);
  const shown: number[] = [];
  for (const n of pages) {
    const before = shown.at(-1);
    if (before !== undefined && n - before === 2) shown.push(n - 1);
    else if (before !== undefined && n - before > 2) shown.push(0);
    shown.push(n);
  }
  return shown;
}
