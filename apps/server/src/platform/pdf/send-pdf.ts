import { attachment } from '../files/send-file.ts';
import type { RawReply } from '../http/context.ts';

export type PdfFile = { readonly name: string; readonly bytes: Buffer };

export const sendPdf = ({ name, bytes }: PdfFile): RawReply => ({
  status: 200,
  headers: {
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': attachment(name),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  },
  body: bytes,
});
