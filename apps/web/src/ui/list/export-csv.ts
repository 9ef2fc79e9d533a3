import { type CsvCell, toCsv } from '@tuneport/domain/api/csv-row';
import { t } from '@tuneport/domain/text/text';
import type { ListAnswer } from './list-state.ts';

type CsvColumn<Row> = { label: string; csv?: (row: Row) => CsvCell };

/** 120,000 rows, about 50 MB in the browser. A larger list needs the server's own export. */
export const exportPagesMax = 1_200;

/** Loads all pages sequentially and builds the file. */
export async function exportCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  loadPage: (page: number, after?: string) => Promise<ListAnswer<Row>>,
  onProgress: (done: number, of: number) => void,
): Promise<string> {
  const exported = columns.flatMap((c) => (c.csv ? [{ label: c.label, csv: c.csv }] : []));
  const rows: CsvCell[][] = [];
  let pageCount = 1;
  let after: string | undefined;
  for (let page = 1; page <= pageCount; page++) {
    const answer = await loadPage(page, after);
    after = answer.next;
    // A list that is not counted to its end goes on as long as there is a next page.
    pageCount = answer.capped ? Math.max(answer.page_count, after ? page + 1 : page) : answer.page_count;
    if (pageCount > exportPagesMax)
      throw new Error(t('This list is too long to export. Narrow it with a filter first.'));
    for (const row of answer.data) rows.push(exported.map((c) => c.csv(row)));
    onProgress(page, Math.max(1, pageCount));
  }
  return toCsv(
    exported.map((c) => c.label),
    rows,
  );
}

/** The byte order mark tells spreadsheets that the file is UTF-8. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
