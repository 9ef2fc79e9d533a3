// The building blocks of an editable page. `html` is rich text that the server sanitises.

export type Block =
  | { readonly kind: 'text'; readonly html: string }
  | { readonly kind: 'image'; readonly media_id: number; readonly caption: string }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'steps'; readonly title: string; readonly items: readonly { title: string; html: string }[] }
  | { readonly kind: 'faq'; readonly title: string; readonly items: readonly { question: string; html: string }[] }
  | {
      readonly kind: 'cta';
      readonly title: string;
      readonly text: string;
      readonly label: string;
      readonly to: string;
    }
  | { readonly kind: 'product'; readonly slug: string }
  | { readonly kind: 'vehicles'; readonly title: string; readonly text: string };

/** A block in readable lines: for comparing versions, search results and feeds without markup. */
export function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return htmlLines(block.html);
    case 'image':
      return [`[Image ${block.media_id}] ${block.caption}`.trim()];
    case 'table':
      return [block.caption, block.columns.join(' | '), ...block.rows.map((row) => row.join(' | '))].filter(Boolean);
    case 'steps':
      return [block.title, ...block.items.flatMap(({ title, html }) => [title, ...htmlLines(html)])].filter(Boolean);
    case 'faq':
      return [block.title, ...block.items.flatMap(({ question, html }) => [question, ...htmlLines(html)])].filter(
        Boolean,
      );
    case 'cta':
      return [block.title, block.text, `[${block.label}] ${block.to}`].filter(Boolean);
    case 'product':
      return [`[Product] ${block.slug}`];
    case 'vehicles':
      return [block.title, block.text, '[Vehicle picker]'].filter(Boolean);
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Sanitised HTML as lines of text. Links keep their address, so that a changed link is a changed line. */
function htmlLines(html: string): string[] {
  return html
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2 ($1)')
    .replace(/<img\b[^>]*\balt="([^"]*)"[^>]*>/g, '[Image] $1')
    .replace(/<li\b[^>]*>/g, '\n– ')
    .replace(/<\/(?:td|th)>/g, ' | ')
    .replace(/<(?:\/?(?:p|h[2-4]|ul|ol|blockquote|pre|tr|table)|br)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

export const htmlText = (html: string): string =>
  htmlLines(html.replace(/<a\b[^>]*>/g, '').replace(/<img\b[^>]*>/g, '')).join(' ');

/** Whole minutes at 220 words a minute, at least one. */
export const readingMinutes = (html: string): number =>
  Math.max(1, Math.round(htmlText(html).split(/\s+/).filter(Boolean).length / 220));
