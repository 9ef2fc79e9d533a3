// One template for every mail: one column, an optional table of items, one button, and the same content as plain text.
// Styles are inline and colours plain hex, since many mail clients drop everything else; the style block only adds dark
// colours. The logo is attached to the mail (`transport.ts`); only a dealer's logo is loaded from this site.

import { labelled, language, t } from '@tuneport/domain/text/text';
import { logoId } from './logo.ts';

/** A row of items: what, an optional second line, and an amount. */
type MailItem = { readonly label: string; readonly detail?: string; readonly amount: string };
type MailTable = {
  readonly items: readonly MailItem[];
  /** Below the items, the last one emphasised. */
  readonly sums?: readonly { readonly label: string; readonly amount: string }[];
};
/** Rich text that is already safe and styled for mail; see `rich.ts`. */
export type MailRich = { readonly html: string; readonly text: string };
/** A string is a paragraph of plain text; user input is escaped here and nowhere else. */
export type MailPart = string | MailTable | MailRich;

/** Replaces our logo, name and accent in mails that a dealer sends to its customers. */
export type MailBranding = {
  readonly name: string;
  /** Absolute URL of a picture on this site. */
  readonly logoUrl?: string | null;
  /** As #rrggbb. */
  readonly accent?: string | null;
};

export type MailContent = {
  readonly title: string;
  /** Preview text that inboxes show after the subject; default: the first paragraph. */
  readonly preview?: string;
  readonly paragraphs: readonly MailPart[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Why this mail was sent, or how to unsubscribe. */
  readonly footer?: string;
  readonly branding?: MailBranding | null;
};

const ground = '#F7F6F3';
const raised = '#FFFFFF';
const ink = '#0E1216';
const quiet = '#5B6470';
const line = '#E3E1DB';
const accent = '#FF6A2B';
const accentText = '#C2410C';
const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const darkStyle = `@media (prefers-color-scheme: dark) {
.ground { background-color: #0E1216 !important; }
.card { background-color: #161B21 !important; border-color: #2A323B !important; }
.ink, .rich, .rich h2, .rich h3, .rich th, .rich td { color: #E8ECF0 !important; }
.quiet { color: #A3ADB8 !important; }
.line, .rich th, .rich td, .rich hr, .rich pre, .rich blockquote { border-color: #2A323B !important; }
.link, .rich a { color: #FF8A57 !important; }
}`;

export function mail(content: MailContent): { text: string; html: string } {
  const button = content.button && { label: content.button.label, url: webAddress(content.button.url) };
  const footer =
    content.footer ?? t('You are receiving this e-mail because of activity on your Tuneport account or order.');
  return { text: asText({ ...content, button, footer }), html: asHtml({ ...content, button, footer }) };
}

type Whole = Omit<MailContent, 'button' | 'footer'> & { button: MailContent['button']; footer: string };

function asText({ title, paragraphs, button, footer, branding }: Whole): string {
  const parts = [
    title,
    ...paragraphs.map(partText),
    ...(button ? [`${labelled(button.label, '').trimEnd()}\n${button.url}`] : []),
    `-- \n${branding ? t('{name}, with Tuneport', { name: branding.name }) : 'Tuneport'}\n${footer}`,
  ];
  return `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')}\n`;
}

function partText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('html' in part) return part.text;
  const items = part.items.map(
    ({ label, detail, amount }) =>
      `${labelled(label, amount)}${detail ? `\n  ${detail.replaceAll('\n', '\n  ')}` : ''}`,
  );
  const sums = (part.sums ?? []).map(({ label, amount }) => labelled(label, amount));
  return [items.join('\n'), sums.join('\n')].filter(Boolean).join('\n\n');
}

const greeting = /^(?:Hello|Guten Tag|Bonjour)\b.{0,80},$/;
export const isGreeting = (text: string): boolean => greeting.test(text);

function asHtml({ title, paragraphs, button, footer, branding, ...rest }: Whole): string {
  const isText = (part: MailPart): part is string => typeof part === 'string' && !isGreeting(part);
  const preview = rest.preview || (paragraphs.find(isText) ?? '');
  return `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>${darkStyle}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${ground};">
<div style="display:none;max-height:0;overflow:hidden;">${escaped(preview.slice(0, 160))}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${ground};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${font};text-align:left;">
<tr><td style="padding:0 0 16px;">${headHtml(branding ?? null)}</td></tr>
<tr><td class="card" style="background-color:${raised};border:1px solid ${line};border-radius:6px;padding:32px 28px 16px;">
<h1 class="ink" style="margin:0 0 20px;font-size:22px;line-height:28px;font-weight:700;letter-spacing:-0.2px;color:${ink};">${escaped(title)}</h1>
${paragraphs.map(partHtml).join('\n')}${button ? `\n${buttonHtml(button, branding?.accent ?? null)}` : ''}
</td></tr>
<tr><td class="quiet" style="padding:16px 0 0;font-size:12px;line-height:18px;color:${quiet};">${branding ? `${escaped(t('{name}, with Tuneport', { name: branding.name }))}<br>` : ''}${linked(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function headHtml(branding: MailBranding | null): string {
  const nameStyle = `font-size:18px;line-height:24px;font-weight:700;letter-spacing:-0.2px;color:${ink};vertical-align:middle;`;
  const name = `<span class="ink" style="${nameStyle}">${escaped(branding?.name ?? 'Tuneport')}</span>`;
  if (branding?.logoUrl)
    return `<img src="${escaped(webAddress(branding.logoUrl))}" alt="${escaped(branding.name)}" height="40" style="display:block;height:40px;max-width:240px;border:0;">`;
  if (branding) return name;
  return `<img src="cid:${logoId}" alt="" width="32" height="32" style="width:32px;height:32px;border:0;vertical-align:middle;margin-right:10px;">${name}`;
}

function partHtml(part: MailPart): string {
  if (typeof part === 'string')
    return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:${ink};">${linked(part)}</p>`;
  if ('html' in part)
    return `<div class="rich" style="margin:0 0 16px;font-size:16px;line-height:24px;color:${ink};">${part.html}</div>`;
  const cell = (last: boolean) =>
    `padding:10px 0;border-top:${last ? 2 : 1}px solid ${last ? quiet : line};font-size:15px;line-height:22px;vertical-align:top;`;
  const row = (label: string, amount: string, kind: 'item' | 'sum' | 'total') => {
    const weight = kind === 'total' ? 'font-weight:700;' : '';
    const colour =
      kind === 'sum' ? `class="quiet line" style="color:${quiet};` : `class="ink line" style="color:${ink};`;
    const shared = `${cell(kind === 'total')}${weight}`;
    return `<tr><td ${colour}${shared}">${label}</td><td align="right" ${colour}${shared}padding-left:16px;white-space:nowrap;">${amount}</td></tr>`;
  };
  const sums = part.sums ?? [];
  const rows = [
    ...part.items.map(({ label, detail, amount }) =>
      row(
        `${escaped(label)}${detail ? `<br><span class="quiet" style="font-size:13px;line-height:18px;color:${quiet};">${lines(detail)}</span>` : ''}`,
        escaped(amount),
        'item',
      ),
    ),
    ...sums.map(({ label, amount }, at) =>
      row(escaped(label), escaped(amount), at === sums.length - 1 ? 'total' : 'sum'),
    ),
  ];
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse;">${rows.join('\n')}</table>`;
}

function buttonHtml({ label, url }: { label: string; url: string }, brand: string | null): string {
  const href = escaped(url);
  const fill = brand && /^#[0-9a-f]{6}$/i.test(brand) ? brand : accent;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;"><tr>
<td style="background-color:${fill};border-radius:6px;">
<a href="${href}" style="display:inline-block;padding:12px 20px;font-size:16px;line-height:24px;font-weight:600;color:${textOn(fill)};text-decoration:none;">${escaped(label)}</a>
</td></tr></table>
<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:20px;color:${quiet};">${escaped(t('Or copy this address into your browser:'))}<br>
<a class="link" href="${href}" style="color:${accentText};word-break:break-all;">${href}</a></p>`;
}

/** Dark or white letters, whichever has more contrast with the fill (WCAG relative luminance). */
function textOn(fill: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(fill.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? ink : raised;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
const lines = (text: string) => escaped(text).replaceAll(/\r?\n/g, '<br>');

/** Plain text with its web addresses as links. A full stop or bracket after an address is not part of it. */
const linked = (text: string) =>
  text
    .trim()
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/)
    .map((part, at) =>
      at % 2 === 1
        ? `<a class="link" href="${escaped(part)}" style="color:${accentText};word-break:break-all;">${escaped(part)}</a>`
        : lines(part),
    )
    .join('');

function webAddress(text: string): string {
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error('A mail button can only link to a web address.');
  return url.href;
}
