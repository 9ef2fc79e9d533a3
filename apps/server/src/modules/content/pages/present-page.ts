import type { ShownBlock } from '@tuneport/contract/content/blocks';
import type { Block } from '@tuneport/domain/content/blocks';
import type { Db } from '../../../platform/db/db.ts';
import { sanitizeRichText } from '../../../platform/rich-text.ts';
import { mediaIdsIn, picturesById } from '../media/media-queries.ts';
import type { PageVersion } from './page-queries.ts';

const article = (html: string) => sanitizeRichText(html, 'article');

/** Sanitised blocks, before they are stored and again before they are sent. */
export const cleanBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => {
    if (block.kind === 'text') return { ...block, html: article(block.html) };
    if (block.kind === 'steps')
      return { ...block, items: block.items.map((item) => ({ ...item, html: article(item.html) })) };
    if (block.kind === 'faq')
      return { ...block, items: block.items.map((item) => ({ ...item, html: article(item.html) })) };
    return block;
  });

export const mediaOfBlocks = (blocks: readonly Block[]): number[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'image') return [block.media_id];
    if (block.kind === 'text') return mediaIdsIn(block.html);
    return block.kind === 'steps' || block.kind === 'faq' ? block.items.flatMap(({ html }) => mediaIdsIn(html)) : [];
  });

export async function shownBlocks(db: Db, blocks: readonly Block[]): Promise<ShownBlock[]> {
  const pictures = await picturesById(
    db,
    blocks.flatMap((block) => (block.kind === 'image' ? [block.media_id] : [])),
  );
  return cleanBlocks(blocks).map((block) =>
    block.kind === 'image' ? { ...block, image: pictures.get(block.media_id) ?? null } : block,
  );
}

const sign: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => sign[each] ?? each);
const heading = (text: string, level = 2) => (text ? `<h${level}>${escaped(text)}</h${level}>` : '');
const row = (cells: readonly string[], tag: 'th' | 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;

/** A page as one rich text, for readers that know nothing of blocks. */
export const blocksHtml = (blocks: readonly Block[]): string => article(blocks.map(blockHtml).join(''));

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.html;
    case 'table':
      return `${block.caption ? `<p>${escaped(block.caption)}</p>` : ''}<table>${row(block.columns, 'th')}${block.rows
        .map((cells) => row(cells, 'td'))
        .join('')}</table>`;
    case 'steps':
      return `${heading(block.title)}<ol>${block.items
        .map(({ title, html }) => `<li><b>${escaped(title)}</b>${html}</li>`)
        .join('')}</ol>`;
    case 'faq':
      return `${heading(block.title)}${block.items.map(({ question, html }) => heading(question, 3) + html).join('')}`;
    case 'cta':
      return `${heading(block.title)}<p>${escaped(block.text)} <a href="${escaped(block.to)}">${escaped(block.label)}</a></p>`;
    case 'product':
      return `<p><a href="/products/${encodeURIComponent(block.slug)}">${escaped(block.slug)}</a></p>`;
    case 'vehicles':
      return `${heading(block.title)}<p>${escaped(block.text)} <a href="/catalog">Choose your car</a></p>`;
    case 'image':
      return '';
  }
}

type VersionState = 'draft' | 'scheduled' | 'published' | 'replaced';

/** Of versions in the order of `versionsOf`. */
export function statesOf(versions: readonly Pick<PageVersion, 'publish_at'>[], now: Date): VersionState[] {
  let isLiveFound = false;
  return versions.map(({ publish_at }) => {
    if (publish_at === null) return 'draft';
    if (publish_at > now) return 'scheduled';
    if (isLiveFound) return 'replaced';
    isLiveFound = true;
    return 'published';
  });
}
