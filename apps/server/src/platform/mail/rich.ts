import { blockLines } from '@tuneport/domain/content/blocks';
import { sanitizeRichText } from '../rich-text.ts';
import type { MailRich } from './layout.ts';

const line = '#E3E1DB';
const accentText = '#C2410C';
const styles: Readonly<Record<string, string>> = {
  p: 'margin:0 0 16px;',
  h2: 'margin:24px 0 12px;font-size:19px;line-height:26px;',
  h3: 'margin:20px 0 10px;font-size:17px;line-height:24px;',
  h4: 'margin:16px 0 8px;font-size:16px;line-height:24px;',
  ul: 'margin:0 0 16px;padding-left:24px;',
  ol: 'margin:0 0 16px;padding-left:24px;',
  li: 'margin:0 0 6px;',
  blockquote: `margin:0 0 16px;padding-left:16px;border-left:3px solid ${line};`,
  pre: 'margin:0 0 16px;padding:12px;font-size:14px;line-height:20px;white-space:pre-wrap;border:1px solid #E3E1DB;',
  hr: `margin:24px 0;border:0;border-top:1px solid ${line};`,
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px;line-height:22px;',
  th: `padding:8px;border-bottom:2px solid ${line};text-align:left;vertical-align:top;`,
  td: `padding:8px;border-bottom:1px solid ${line};vertical-align:top;`,
  img: 'display:block;max-width:100%;height:auto;margin:0 0 16px;border:0;',
  a: `color:${accentText};`,
};
/** The width of the card's content; some clients ignore max-width. */
const pictureMax = 504;

/** Rich text of staff for a mail: sanitised, styled inline, with absolute addresses. */
export function richPart(html: string, origin: string): MailRich {
  const absolute = sanitizeRichText(html, 'article').replace(/ (href|src)="\/(?!\/)/g, ` $1="${origin}/`);
  const styled = absolute
    .replace(/<([a-z][a-z0-9]*)(?=[ />])/g, (tag, name: string) =>
      styles[name] ? `<${name} style="${styles[name]}"` : tag,
    )
    .replace(/<img[^>]*>/g, (tag) =>
      tag
        .replace(/ (?:height|loading)="[^"]*"/g, '')
        .replace(/ width="(\d+)"/, (_, width: string) => ` width="${Math.min(Number(width), pictureMax)}"`),
    );
  return { html: styled, text: blockLines({ kind: 'text', html: absolute }).join('\n\n') };
}
