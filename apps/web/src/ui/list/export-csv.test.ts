import { expect, test } from 'vitest';
import { exportCsv, exportPagesMax } from './export-csv.ts';

const columns = [
  { label: 'Name', csv: (row: { name: string; paid: number }) => row.name },
  { label: 'Actions' },
  { label: 'Paid', csv: (row: { name: string; paid: number }) => row.paid },
];

test('every page is read once, in order, and only columns with a value are written', async () => {
  const pages: number[] = [];
  const text = await exportCsv(
    columns,
    async (page) => {
      pages.push(page);
      return { data: [{ name: `=row ${page}`, paid: -page }], page, page_count: 3, total: 3 };
    },
    () => {},
  );
  expect(pages).toEqual([1, 2, 3]);
  expect(text).toBe("Name,Paid\r\n'=row 1,-1\r\n'=row 2,-2\r\n'=row 3,-3\r\n");
});

test('a list without an end is refused after its first page', async () => {
  let pages = 0;
  const endless = exportCsv(
    columns,
    async (page) => {
      pages++;
      return { data: [], page, page_count: exportPagesMax + 1, total: 1e6 };
    },
    () => {},
  );
  await expect(endless).rejects.toThrow('too long');
  expect(pages).toBe(1);
});
