import { parentPort } from 'node:worker_threads';
import { drawPdf, type PdfLanguage } from './draw-pdf.ts';
import type { PdfContent } from './pdf-content.ts';

parentPort?.on('message', async ({ content, language }: { content: PdfContent; language: PdfLanguage }) => {
  // A copy of its own, which can be transferred.
  const bytes = new Uint8Array(await drawPdf(content, language));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
