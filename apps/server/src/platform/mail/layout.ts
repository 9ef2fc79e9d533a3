// One template for every mail: one column, one button, and the same text as plain text. Styles are inline and colours
// plain hex, since many mail clients drop everything else; nothing is loaded remotely.

export type MailContent = {
  readonly title: string;
  /** Plain text; user input is escaped here and nowhere else. */
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Why this mail was sent, or how to unsubscribe. */
  readonly footer?: string;
};

const ground = '#F7F6F3';
const raised = '#FFFFFF';
const ink = '#0E1216';
const quiet = '#5B6470';
const line = '#E3E1DB';
const accent = '#FF6A2B';
const accentText = '#C2410C';
const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const usualFooter = 'You received this e-mail because of activity on your Tuneport account or order.';

export function mail(content: MailContent): { text: string; html: string } {
  const button = content.button && { label: content.button.label, url: webAddress(content.button.url) };
  const footer = content.footer ?? usualFooter;
  return { text: asText({ ...content, button, footer }), html: asHtml({ ...content, button, footer }) };
}

type Whole = Omit<MailContent, 'button' | 'footer'> & { button: MailContent['button']; footer: string };

function asText({ title, paragraphs, button, footer }: Whole): string {
  const parts = [
    title,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `-- \nTuneport\n${footer}`,
  ];
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
}

function asHtml({ title, paragraphs, button, footer }: Whole): string {
  const body = paragraphs.map(
    (text) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:${ink};">${lines(text)}</p>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:0;background-color:${ground};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${ground};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${font};text-align:left;">
<tr><td style="padding:0 0 16px;font-size:18px;line-height:24px;font-weight:700;letter-spacing:-0.2px;color:${ink};">
<span style="display:inline-block;border-bottom:3px solid ${accent};padding-bottom:2px;">Tuneport</span>
</td></tr>
<tr><td style="background-color:${raised};border:1px solid ${line};border-radius:6px;padding:32px 28px 16px;">
<h1 style="margin:0 0 20px;font-size:22px;line-height:28px;font-weight:700;letter-spacing:-0.2px;color:${ink};">${escaped(title)}</h1>
${body.join('\n')}${button ? `\n${buttonHtml(button)}` : ''}
</td></tr>
<tr><td style="padding:16px 0 0;font-size:12px;line-height:18px;color:${quiet};">${lines(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  const href = escaped(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;"><tr>
<td style="background-color:${accent};border-radius:6px;">
<a href="${href}" style="display:inline-block;padding:12px 20px;font-size:16px;line-height:24px;font-weight:600;color:${ink};text-decoration:none;">${escaped(label)}</a>
</td></tr></table>
<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:${quiet};">Or copy this address into your browser:<br>
<a href="${href}" style="color:${accentText};word-break:break-all;">${href}</a></p>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
const lines = (text: string) => escaped(text.trim()).replaceAll(/\r?\n/g, '<br>');

function webAddress(text: string): string {
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error('A mail button can only link to a web address.');
  return url.href;
}
