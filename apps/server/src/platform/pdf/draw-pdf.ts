import { readFileSync } from 'node:fs';
import type { Language } from '@tuneport/domain/text/languages';
import { fill } from '@tuneport/domain/text/text';
import PDFDocument from 'pdfkit';
import type { PdfContent, PdfPart } from './pdf-content.ts';

const margin = 50;
const bottom = 64;
const width = 595.28 - 2 * margin;
const black = '#000000';
const quiet = '#555555';
const line = '#bbbbbb';

/** Digits of equal width, so that amounts are aligned. */
const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

type Fonts = { readonly regular: Buffer; readonly strong: Buffer };
let fonts: Fonts | undefined;
/** Inter has Latin, Greek and Cyrillic letters. Only the glyphs that a document uses are embedded. */
function loadFonts(): Fonts {
  const read = (name: string) => readFileSync(new URL(`../../../data/fonts/${name}.ttf`, import.meta.url));
  fonts ??= { regular: read('Inter-Regular'), strong: read('Inter-SemiBold') };
  return fonts;
}

/** What the thread needs besides the content, because the texts of a request are not known there. */
export type PdfLanguage = {
  readonly language: Language;
  /** With the placeholders {done} and {of}. */
  readonly pageNumber: string;
};

/** Takes a tenth of a second or more of a processor, so only the thread of `render-pdf.ts` calls it. */
export async function drawPdf(content: PdfContent, { language, pageNumber }: PdfLanguage): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: language,
    info: {
      Title: `${content.title} ${content.meta[0] ?? ''}`.trim(),
      Author: content.seller.name,
      CreationDate: content.at,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const { regular, strong } = loadFonts();
  doc.registerFont('regular', regular);
  doc.registerFont('strong', strong);
  drawHead(doc, content);
  for (const part of content.parts) drawPart(doc, part);
  drawFooters(doc, content.footer, pageNumber);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

type Doc = PDFKit.PDFDocument;

function drawHead(doc: Doc, { title, seller, meta }: PdfContent): void {
  const half = width / 2 - 10;
  doc.font('strong').fontSize(15).fillColor(black).text(clean(seller.name), margin, margin, { width: half });
  doc.fontSize(20).text(title, margin, doc.y + 14, { width: half });
  const left = doc.y;
  const rightX = margin + width - half;
  doc.font('regular').fontSize(9);
  doc.y = margin;
  for (const text of [...meta, ...seller.address.split('\n'), seller.email].map(clean).filter((text) => text !== ''))
    doc.text(text, rightX, doc.y + 1, { width: half, align: 'right' });
  const y = Math.max(left, doc.y) + 10;
  doc
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.75)
    .strokeColor(black)
    .stroke();
  doc.x = margin;
  doc.y = y + 16;
}

function drawPart(doc: Doc, part: PdfPart): void {
  if (part.kind === 'text') {
    doc
      .font('regular')
      .fontSize(9.5)
      .fillColor(part.quiet ? quiet : black);
    doc.text(clean(part.text), margin, doc.y, { width });
    doc.y += 10;
  } else if (part.kind === 'sides') drawSides(doc, part.sides);
  else if (part.kind === 'sums') drawSums(doc, part.rows);
  else if (part.kind === 'bars') drawBars(doc, part);
  else drawTable(doc, part);
}

function drawSides(doc: Doc, sides: Extract<PdfPart, { kind: 'sides' }>['sides']): void {
  const each = width / Math.max(2, sides.length);
  const top = doc.y;
  let end = top;
  sides.forEach(({ title, lines }, at) => {
    const x = margin + at * each;
    doc
      .font('strong')
      .fontSize(9)
      .fillColor(quiet)
      .text(title, x, top, { width: each - 12 });
    doc.font('regular').fontSize(9.5).fillColor(black);
    for (const text of lines) doc.text(clean(text), x, doc.y + 1, { width: each - 12 });
    end = Math.max(end, doc.y);
  });
  doc.y = end + 16;
}

const sumRowHeight = 16;

function drawSums(doc: Doc, rows: Extract<PdfPart, { kind: 'sums' }>['rows']): void {
  const setFont = (strong = false) =>
    doc
      .font(strong ? 'strong' : 'regular')
      .fontSize(strong ? 11 : 9.5)
      .fillColor(black);
  // A long label takes several lines beside its amount.
  const placed = rows.map(({ label, amount, strong }) => {
    setFont(strong);
    const labelWidth = width / 2 - doc.widthOfString(amount, { features: tabular }) - 12;
    const lineHeight = doc.currentLineHeight(true);
    const textHeight = doc.heightOfString(clean(label), { width: labelWidth });
    return { label, amount, strong, labelWidth, height: sumRowHeight + Math.max(0, textHeight - lineHeight) };
  });
  needRoom(
    doc,
    placed.reduce((sum, { height }) => sum + height, 10),
  );
  const x = margin + width / 2;
  doc.y += 6;
  for (const { label, amount, strong, labelWidth, height } of placed) {
    setFont(strong);
    const y = doc.y;
    doc.text(clean(label), x, y, { width: labelWidth });
    doc.text(amount, x, y, { width: width / 2, align: 'right', features: tabular });
    doc.y = y + height;
  }
  doc.y += 8;
}

const barsHeight = 70;
/** At most this many labels below the bars. */
const barLabelsMax = 8;

function drawBars(doc: Doc, { title, bars }: Extract<PdfPart, { kind: 'bars' }>): void {
  needRoom(doc, barsHeight + 60);
  doc
    .font('strong')
    .fontSize(12)
    .fillColor(black)
    .text(title, margin, doc.y + 4);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const top = doc.y + 14;
  const base = top + barsHeight;
  const each = width / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / barLabelsMax);
  doc.font('regular').fontSize(7.5);
  doc.fillColor(quiet).text(String(most), margin, top - 10, { width, lineBreak: false });
  bars.forEach(({ label, value }, at) => {
    const height = (value / most) * barsHeight;
    const x = margin + at * each;
    if (height > 0) doc.rect(x + each * 0.15, base - height, each * 0.7, height).fill(quiet);
    if (at % every === 0) doc.fillColor(quiet).text(clean(label), x, base + 4, { lineBreak: false });
  });
  doc
    .moveTo(margin, base)
    .lineTo(margin + width, base)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
  doc.x = margin;
  doc.y = base + 22;
}

type Table = Extract<PdfPart, { kind: 'table' }>;

function drawTable(doc: Doc, { title, columns, rows }: Table): void {
  const whole = columns.reduce((sum, column) => sum + column.width, 0);
  const cells = columns.map(({ width: share, align }, at) => ({
    x: margin + (columns.slice(0, at).reduce((sum, column) => sum + column.width, 0) / whole) * width,
    width: (share / whole) * width - 8,
    align: align ?? ('left' as const),
  }));
  if (title !== undefined) {
    needRoom(doc, 70);
    doc
      .font('strong')
      .fontSize(12)
      .fillColor(black)
      .text(title, margin, doc.y + 4);
    doc.y += 6;
  }
  const drawRow = (texts: readonly string[], isHead: boolean) => {
    doc.font(isHead ? 'strong' : 'regular').fontSize(9);
    const height = Math.max(
      ...texts.map((text, at) => doc.heightOfString(text || ' ', { width: cells[at]?.width ?? width })),
    );
    if (needRoom(doc, height + 9) && !isHead) {
      drawHeads();
      doc.font('regular').fontSize(9);
    }
    const y = doc.y + 4;
    doc.fillColor(isHead ? quiet : black);
    texts.forEach((text, at) => {
      const cell = cells[at];
      // The last column ends at the margin.
      if (cell)
        doc.text(text, cell.x, y, {
          width: cell.width + (at === cells.length - 1 ? 8 : 0),
          align: cell.align,
          features: tabular,
        });
    });
    doc.y = y + height + 4;
    doc
      .moveTo(margin, doc.y)
      .lineTo(margin + width, doc.y)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke();
  };
  const drawHeads = () =>
    drawRow(
      columns.map(({ label }) => label),
      true,
    );
  drawHeads();
  for (const row of rows) drawRow(row.map(clean), false);
  doc.x = margin;
  doc.y += 14;
}

/** Starts a new page if less than this is left of the current one. */
function needRoom(doc: Doc, height: number): boolean {
  if (doc.y + height <= doc.page.height - bottom) return false;
  doc.addPage();
  doc.x = margin;
  doc.y = margin;
  return true;
}

function drawFooters(doc: Doc, footer: string, pageNumber: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    // Text below the margin would start a page of its own.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - bottom + 14;
    doc.font('regular').fontSize(7.5).fillColor(quiet);
    doc.text(clean(footer), margin, y, { width: width - 70 });
    doc.text(fill(pageNumber, { done: at + 1, of: count }), margin, y, { width, align: 'right' });
  }
}

/** Without control characters and marks of direction, which the font has no glyphs for. */
const clean = (text: string): string =>
  text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
