import { dayIn, wallMs } from '@tuneport/domain/support/wall-clock';
import { capitalized } from '@tuneport/domain/text/capitalized';
import { dayMs } from '@tuneport/domain/units/durations';
import type { PdfContent, PdfPart } from '../../../platform/pdf/render-pdf.ts';
import { renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { Cell, MadeReport, Period } from './report-kinds.ts';

/** More rows are only in the CSV file. */
const rowsMax = 1000;

type Input = {
  readonly title: string;
  readonly seller: PdfContent['seller'];
  readonly period: Period;
  readonly report: MadeReport;
  readonly previous: { readonly period: Period; readonly report: MadeReport };
  readonly at: Date;
  /** The time zone of days and times. */
  readonly zone: string;
};

const daysIn = ({ from, to }: Period, zone: string): string =>
  `${dayIn(from, zone)} to ${dayIn(new Date(to.getTime() - 1), zone)}`;

/** The report as a document: key figures compared with the period before, rows by day, and the rows. */
export function reportPdf({ title, seller, period, report, previous, at, zone }: Input): Promise<Buffer> {
  const daysOf = (one: Period) => daysIn(one, zone);
  const { head, cells } = report;
  const shown = cells.slice(0, rowsMax);
  const byDay = rowsByDay(report, period, zone);
  const parts: PdfPart[] = [
    { kind: 'text', text: `${daysOf(period)}, compared with ${daysOf(previous.period)}` },
    {
      kind: 'table',
      title: 'Key figures',
      columns: [
        { label: 'Figure', width: 40 },
        { label: 'This period', width: 20, align: 'right' },
        { label: 'Period before', width: 20, align: 'right' },
        { label: 'Change', width: 20, align: 'right' },
      ],
      rows: figureRows(report, previous.report),
    },
    ...(byDay ? [{ kind: 'bars', title: 'Rows by day', bars: byDay } as const] : []),
    {
      kind: 'table',
      title: 'Rows',
      columns: head.map((label, column) => ({
        label: label.replaceAll('_', ' '),
        width: label === 'date' || label === 'email' || label === 'vehicle' || label === 'name' ? 2 : 1,
        ...(cells.some((row) => isNumber(row[column])) ? { align: 'right' as const } : {}),
      })),
      rows: shown.map((row) =>
        row.map((cell, column) => (head[column] === 'date' ? momentText(cell, zone) : textOf(cell))),
      ),
    },
    ...(cells.length > shown.length
      ? [
          {
            kind: 'text',
            quiet: true,
            text: `The first ${rowsMax} of ${cells.length} rows. All of them are in the CSV file in the back office.`,
          } as const,
        ]
      : []),
  ];
  return renderPdf({ title, seller, meta: [daysOf(period)], at, footer: `${title}, ${daysOf(period)}`, parts });
}

const isNumber = (cell: Cell | undefined): cell is { readonly number: string } =>
  typeof cell === 'object' && cell !== null;
const textOf = (cell: Cell | undefined): string => (isNumber(cell) ? cell.number : String(cell ?? ''));
const momentText = (cell: Cell | undefined, zone: string): string =>
  new Date(wallMs(Date.parse(textOf(cell)), zone)).toISOString().slice(0, 16).replace('T', ' ');

// Amounts are decimal texts of currencies with at most four decimals.
const decimalsMax = 4;
const scaled = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(`${whole}${part.padEnd(decimalsMax, '0')}`);
};
function unscaled(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimalsMax + 1, '0');
  const whole = digits.slice(0, -decimalsMax);
  const part = digits.slice(-decimalsMax, digits.length - decimalsMax + decimals);
  return `${value < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${part}` : ''}`;
}

type Sum = { readonly total: bigint; readonly decimals: number };

/** The number of rows, and the sum of every column of amounts in each currency. */
function sumsOf({ head, cells }: MadeReport): Map<string, Sum> {
  const currency = head.indexOf('currency');
  const sums = new Map<string, Sum>([
    ['Rows', { total: BigInt(cells.length) * 10n ** BigInt(decimalsMax), decimals: 0 }],
  ]);
  for (const row of cells)
    row.forEach((cell, column) => {
      if (!isNumber(cell)) return;
      const name = `${head[column] ?? ''} ${textOf(row[currency])}`.trim();
      const known = sums.get(name);
      const decimals = Math.max(known?.decimals ?? 0, cell.number.split('.')[1]?.length ?? 0);
      sums.set(name, { total: (known?.total ?? 0n) + scaled(cell.number), decimals });
    });
  return sums;
}

function figureRows(report: MadeReport, before: MadeReport): string[][] {
  const [now, then] = [sumsOf(report), sumsOf(before)];
  return [...new Set([...now.keys(), ...then.keys()])].map((name) => {
    const [current, former] = [now.get(name), then.get(name)];
    const decimals = Math.max(current?.decimals ?? 0, former?.decimals ?? 0);
    const [value, base] = [current?.total ?? 0n, former?.total ?? 0n];
    const percent = base === 0n ? null : Math.round((Number(value - base) / Math.abs(Number(base))) * 100);
    const label = capitalized(name);
    return [
      label,
      unscaled(value, decimals),
      unscaled(base, decimals),
      percent === null ? '–' : `${percent > 0 ? '+' : ''}${percent}%`,
    ];
  });
}

/** Null for a report whose rows have no date. */
function rowsByDay({ head, cells }: MadeReport, { from, to }: Period, zone: string) {
  const column = head.indexOf('date');
  if (column < 0) return null;
  const counts = new Map<string, number>();
  // By noon, because days around a clock change have 23 or 25 hours.
  for (let at = from.getTime() + dayMs / 2; at < to.getTime(); at += dayMs) counts.set(dayIn(new Date(at), zone), 0);
  for (const row of cells) {
    const at = dayIn(new Date(textOf(row[column])), zone);
    if (counts.has(at)) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return [...counts].map(([label, value]) => ({ label: label.slice(5), value }));
}
