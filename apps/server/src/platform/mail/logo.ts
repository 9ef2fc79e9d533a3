import { readFileSync } from 'node:fs';

/** The part of a mail with this Content-ID is our logo. */
export const logoId = 'tuneport-logo';

/** Attached rather than linked: mail clients block remote pictures until the reader allows them. */
export const logoPart = {
  cid: logoId,
  filename: 'tuneport.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: readFileSync(new URL('../../../data/mail-logo.png', import.meta.url)),
};

/** For a browser, which has no attachments. */
export const logoDataUrl = (html: string): string =>
  html.replaceAll(`cid:${logoId}`, `data:image/png;base64,${logoPart.content.toString('base64')}`);
