import { parentPort } from 'node:worker_threads';
import { drawPdf, type PdfLanguage } from './draw-pdf.ts';
import type { PdfContent } from './pdf-content.ts';

async function send(content: PdfContent, language: PdfLanguage): Promise<void> {
  // A copy of its own, which can be transferred.
  const bytes = new Uint8Array(await drawPdf(content, language));
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

// A failure ends the thread, and the caller gets it.
parentPort?.on('message', ({ content, language }: { content: PdfContent; language: PdfLanguage }) => {
  void send(content, language);
});
