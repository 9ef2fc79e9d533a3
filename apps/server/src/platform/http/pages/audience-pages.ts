import type { PersonalState } from '@tuneport/contract/settings/settings';
import { type CachedResponse, cacheable } from '../../cache/response-cache.ts';
import { fillSlots, type Part, splitAtMarks } from './personal-slots.ts';
import { type Compressed, compressPiece, stitchGzip } from './stitched-gzip.ts';

type Prepared = Compressed | Exclude<Part, string>;

const preparedParts = new WeakMap<CachedResponse, readonly Prepared[]>();

/** A page with marks in the place of personal values. Null when it cannot be shared. */
export function audiencePage(
  headers: Record<string, string>,
  html: string,
  audience: PersonalState,
): CachedResponse | null {
  const parts = splitAtMarks(html, audience);
  if (!parts) return null;
  const page = cacheable(200, headers, html);
  preparedParts.set(
    page,
    parts.map((part) => (typeof part === 'string' ? compressPiece(part) : part)),
  );
  return page;
}

/** The page of one person. What is inserted is in the result only, never in the shared page. */
export function personalPage(page: CachedResponse, personal: PersonalState, encoding: 'gzip' | 'identity'): Buffer {
  const parts = preparedParts.get(page);
  if (!parts) throw new Error('This page has no places for personal values.');
  const fill = fillSlots(personal);
  const pieces = parts.map((part) => ('slot' in part ? Buffer.from(fill(part.slot)) : part));
  if (encoding === 'gzip') return stitchGzip(pieces);
  return Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : piece.plain)));
}
