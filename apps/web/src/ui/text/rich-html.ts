// The HTML users may write: paragraphs, bold, italic, links, lists. The editor shows paragraphs as blank lines. The
// server sanitises all input; nothing here is a security measure.

const block = /<(ul|ol)\b[\s\S]*?<\/\1>/gi;

/** Typed text as HTML: blank lines separate paragraphs, single line breaks become breaks, lists are kept. */
export function toLimitedHtml(text: string): string {
  const parts: string[] = [];
  let from = 0;
  const clean = text.replaceAll('\r\n', '\n');
  const prose = (piece: string) => {
    for (const paragraph of piece.split(/\n{2,}/)) {
      const trimmed = paragraph.trim();
      if (trimmed) parts.push(`<p>${trimmed.replaceAll('\n', '<br>')}</p>`);
    }
  };
  for (const match of clean.matchAll(block)) {
    prose(clean.slice(from, match.index));
    parts.push(match[0].replace(/\n\s*/g, ''));
    from = match.index + match[0].length;
  }
  prose(clean.slice(from));
  return parts.join('');
}

/** The reverse, for editing saved HTML. */
export function fromLimitedHtml(html: string): string {
  return html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/p>\s*/gi, '\n\n')
    .replace(/<p\b[^>]*>/gi, '')
    .replace(/<(ul|ol)>\s*/gi, '<$1>\n')
    .replace(/\s*<\/li>\s*/gi, '</li>\n')
    .replace(/<\/(ul|ol)>\s*/gi, '</$1>\n\n')
    .trim();
}

export type TextEdit = { text: string; from: number; to: number };

/** Wraps the selection in tags and keeps it selected. */
export function wrapSelection({ text, from, to }: TextEdit, open: string, close: string): TextEdit {
  return {
    text: `${text.slice(0, from)}${open}${text.slice(from, to)}${close}${text.slice(to)}`,
    from: from + open.length,
    to: to + open.length,
  };
}

/** Turns the selected lines into a list. */
export function listSelection({ text, from, to }: TextEdit): TextEdit {
  const lines = text
    .slice(from, to)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const made = `<ul>\n${(lines.length > 0 ? lines : ['']).map((line) => `<li>${line}</li>`).join('\n')}\n</ul>`;
  const at = from + '<ul>\n<li>'.length;
  return { text: `${text.slice(0, from)}${made}${text.slice(to)}`, from: at, to: at + (lines[0]?.length ?? 0) };
}
