import { createHash } from 'node:crypto';
import { inLanguage } from '@tuneport/domain/text/languages';
import { language, msg, t } from '@tuneport/domain/text/text';
import type { RawReply } from '../context.ts';

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;padding:24px;font:16px/1.5 system-ui,sans-serif;background:#f7f6f3;color:#0e1216}h1{font-size:22px;margin:0}p{margin:0;max-width:36em;color:#5b6470}a{color:#c2410c}button{font:inherit;padding:10px 20px;border:0;border-radius:8px;background:#c2410c;color:#fff;cursor:pointer}@media(prefers-color-scheme:dark){body{background:#0e1216;color:#e8ecf0}p{color:#a3adb8}a{color:#ff6a2b}}';
const styleHash = createHash('sha256').update(style).digest('base64');

const policy = (formAction: 'none' | 'self') =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action '${formAction}'`;
export const plainPagePolicy = policy('none');

const page = (title: string, text: string, next: string): string =>
  `<!doctype html><html lang="${language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${text}</p>${next}</body></html>`;

const titles: Readonly<Record<number, string>> = {
  400: msg('We could not read this request'),
  401: msg('Log in to continue'),
  403: msg('No access'),
  404: msg('Page not found'),
  405: msg('This form was not sent'),
  410: msg('This link has expired'),
  413: msg('Too large'),
  415: msg('We could not read this form'),
  421: msg('Another region'),
  422: msg('Some fields were not correct'),
  429: msg('Too many attempts'),
  503: msg('We will be right back'),
};

/** The default text is for API clients; a user did not choose the form's type. */
const texts: Readonly<Record<number, string>> = { 415: msg('Go back, reload the page and send the form again.') };

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

/** A self-contained page for when no page can be rendered; it needs nothing else from the server. */
export function plainPage(status: number, message: string): string {
  const again = status >= 500 || status === 429 ? `<a href="">${t('Try again')}</a> · ` : '';
  const title = titles[status] ?? msg('Something went wrong on our side');
  return page(t(title), escaped(t(texts[status] ?? message)), `<p>${again}${startLink()}</p>`);
}

const startLink = () => `<a href="${inLanguage(language(), '/')}">${t('Go to the start page')}</a>`;

type TokenPage = { title: string; text: string; button?: string };

/** A minimal page for a token link: a sentence, and a button that posts to the same URL. Its texts are marked. */
export function tokenPage({ title, text, button }: TokenPage): RawReply {
  const next = button ? `<form method="post"><button>${t(button)}</button></form>` : `<p>${startLink()}</p>`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy('self'),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    body: page(t(title), t(text), next),
  };
}
