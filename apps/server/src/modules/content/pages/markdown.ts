import type { Block } from '@tuneport/domain/content/blocks';

// The starting texts are Markdown files. This reads the part of Markdown they use, and `:::` sections for blocks.

const sign: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => sign[each] ?? each);

const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Paragraphs, headings, lists, quotes, code and tables as HTML. */
export function markdownHtml(text: string): string {
  const html: string[] = [];
  for (const part of text.trim().split(/\n{2,}(?![^`]*\n```)/)) {
    const lines = part.split('\n');
    const [first = ''] = lines;
    const heading = /^(#{2,4}) (.*)$/.exec(first);
    const rest = lines.slice(1).join('\n');
    if (first.startsWith('```')) html.push(`<pre><code>${escaped(lines.slice(1, -1).join('\n'))}</code></pre>`);
    else if (heading) {
      const [, marks = '', title = ''] = heading;
      html.push(`<h${marks.length}>${inline(title)}</h${marks.length}>`);
      if (rest.trim()) html.push(markdownHtml(rest));
    } else if (/^- /.test(first)) html.push(`<ul>${itemsOf(lines, /^- /)}</ul>`);
    else if (/^\d+\. /.test(first)) html.push(`<ol>${itemsOf(lines, /^\d+\. /)}</ol>`);
    else if (first.startsWith('> '))
      html.push(`<blockquote><p>${inline(lines.map((line) => line.replace(/^> ?/, '')).join(' '))}</p></blockquote>`);
    else if (first.startsWith('|')) {
      const rows = lines.filter((line) => !/^\|[\s|:-]+\|$/.test(line)).map(cellsOf);
      const row = (cells: readonly string[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
      html.push(
        `<table><thead>${row(rows[0] ?? [], 'th')}</thead><tbody>${rows
          .slice(1)
          .map((cells) => row(cells, 'td'))
          .join('')}</tbody></table>`,
      );
    } else if (part.trim()) html.push(`<p>${inline(lines.join(' '))}</p>`);
  }
  return html.join('');
}

/** A line that is indented continues the item above it. */
const itemsOf = (lines: readonly string[], mark: RegExp): string =>
  lines
    .join('\n')
    .replace(/\n\s+/g, ' ')
    .split('\n')
    .map((line) => `<li>${inline(line.replace(mark, ''))}</li>`)
    .join('');

type Fields = Readonly<Record<string, string>>;
type MarkdownFile = { readonly fields: Fields; readonly body: string };

/** `name: value` lines between two lines of `---`, then the text. */
export function readMarkdown(source: string): MarkdownFile {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const fields = Object.fromEntries(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { fields, body };
}

/** Text between sections is a text block each. */
export function markdownBlocks(body: string): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  const text = (piece: string) => {
    const html = markdownHtml(piece);
    if (html) blocks.push({ kind: 'text', html });
  };
  for (const match of body.matchAll(/^::: (\w+) ?(.*)\n([\s\S]*?)^:::$/gm)) {
    const [whole, kind = '', title = '', inner = ''] = match;
    text(body.slice(from, match.index));
    blocks.push(sectionOf(kind, title.trim(), inner.trim()));
    from = match.index + whole.length;
  }
  text(body.slice(from));
  return blocks;
}

function sectionOf(kind: string, title: string, inner: string): Block {
  const parts = () =>
    inner
      .split(/^### /m)
      .filter(Boolean)
      .map((part) => {
        const [head = '', ...rest] = part.split('\n');
        return { title: head.trim(), html: markdownHtml(rest.join('\n')) };
      });
  switch (kind) {
    case 'steps':
      return { kind, title, items: parts() };
    case 'faq':
      return { kind, title, items: parts().map((part) => ({ question: part.title, html: part.html })) };
    case 'table': {
      const [columns = [], ...rows] = inner
        .split('\n')
        .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/.test(line))
        .map(cellsOf);
      return { kind, caption: title, columns, rows };
    }
    case 'cta': {
      const [, label = '', to = ''] = /\[([^\]]+)\]\(([^)]+)\)\s*$/.exec(inner) ?? [];
      return {
        kind,
        title,
        text: inner
          .replace(/\[[^\]]+\]\([^)]+\)\s*$/, '')
          .trim()
          .replaceAll('\n', ' '),
        label,
        to,
      };
    }
    case 'product':
      return { kind, slug: title };
    case 'vehicles':
      return { kind, title, text: inner.replaceAll('\n', ' ') };
    default:
      throw new Error(`unknown section ::: ${kind}`);
  }
}
