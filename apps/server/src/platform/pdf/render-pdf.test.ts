import { expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf-text.ts';
import { type PdfContent, renderPdf } from './render-pdf.ts';

const content = (rows: number): PdfContent => ({
  title: 'Statement',
  seller: { name: 'Tuneport', address: '1 Invented Road\nNorth Bay', email: 'pay@example.test' },
  meta: ['ST-1', '2026-10-01 to 2026-10-31'],
  at: new Date('2026-11-01T00:00:00Z'),
  footer: 'Check this document',
  parts: [
    { kind: 'sides', sides: [{ title: 'Dealer', lines: ['Zażółć Łódź GmbH', 'Αθήνα, Киев'] }] },
    {
      kind: 'table',
      columns: [
        { label: 'Entry', width: 70 },
        { label: 'Amount', width: 30, align: 'right' },
      ],
      rows: Array.from({ length: rows }, (_, at) => [`Order ${at + 1}`, '-1,234.50']),
    },
    { kind: 'sums', rows: [{ label: 'Closing balance', amount: '-1,234.50 CAD', strong: true }] },
  ],
});

test('a PDF contains its text with embedded fonts, also in Greek and Cyrillic letters', async () => {
  const { text, pages, embeddedFonts } = readPdf(await renderPdf(content(3)));
  expect({ pages, embeddedFonts }).toEqual({ pages: 1, embeddedFonts: 2 });
  for (const part of ['Statement', 'Zażółć Łódź GmbH', 'Αθήνα, Киев', 'Order 3', '-1,234.50 CAD', 'Page 1 of 1'])
    expect(text).toContain(part);
});

test('a long table continues on the next page below its column names', async () => {
  const { text, pages } = readPdf(await renderPdf(content(100)));
  expect(pages).toBeGreaterThan(2);
  expect(text.match(/^Amount$/gm)).toHaveLength(pages);
  expect(text).toContain(`Page ${pages} of ${pages}`);
  expect(text.match(/^Order \d+$/gm)).toHaveLength(100);
});

test('a sum with a long label takes the room of its lines', async () => {
  const pagesWith = async (label: string) => {
    const rows = Array.from({ length: 12 }, () => ({ label, amount: '1.00' }));
    return readPdf(await renderPdf({ ...content(10), parts: [...content(10).parts, { kind: 'sums', rows }] })).pages;
  };
  expect([await pagesWith('Due'), await pagesWith('Paid on 2026-05-03 by card '.repeat(5))]).toEqual([1, 2]);
});

test('control characters and bidirectional formatting characters are removed', async () => {
  const table = {
    kind: 'table',
    columns: [{ label: 'Entry', width: 1 }],
    rows: [['Pay\u0007 \u202Enow\u2066 please\u200B']],
  } as const;
  const { text } = readPdf(await renderPdf({ ...content(1), parts: [table] }));
  expect(text).toContain('Pay  now please');
});

test('rendering the same document twice gives the same bytes', async () => {
  expect((await renderPdf(content(3))).equals(await renderPdf(content(3)))).toBe(true);
});

test('documents are rendered off the main thread', async () => {
  await renderPdf(content(3));
  const [allBefore, mainBefore] = [process.cpuUsage(), process.threadCpuUsage()];
  await Promise.all(Array.from({ length: 6 }, () => renderPdf(content(3))));
  const sum = ({ user, system }: { user: number; system: number }) => user + system;
  expect(sum(process.threadCpuUsage(mainBefore))).toBeLessThan(sum(process.cpuUsage(allBefore)) / 2);
});

test('a document that cannot be rendered does not affect others', async () => {
  const broken = { ...content(1), parts: [{ kind: 'table' }] } as unknown as PdfContent;
  const [failed, drawn] = await Promise.allSettled([renderPdf(broken), renderPdf(content(1))]);
  expect([failed?.status, drawn?.status]).toEqual(['rejected', 'fulfilled']);
});
