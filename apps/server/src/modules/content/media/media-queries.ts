import type { PictureShape } from '@tuneport/contract/content/blocks';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';

type MediaRow = Omit<PictureShape, 'sizes'> & { readonly sizes: unknown };
type StoredSize = { readonly width: number; readonly file: string };

const mediaUrl = (id: number, width: number) => `/api/media/${id}/${width}`;

export const presentPicture = ({ id, alt, width, height, focal_x, focal_y, sizes }: MediaRow): PictureShape => ({
  id,
  alt,
  width,
  height,
  focal_x,
  focal_y,
  sizes: (sizes as StoredSize[]).map((size) => ({ width: size.width, url: mediaUrl(id, size.width) })),
});

export async function picturesById(db: Db, ids: readonly number[]): Promise<Map<number, PictureShape>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, presentPicture(row)]));
}

/** The pictures inside of sanitised rich text. */
export const mediaIdsIn = (html: string): number[] =>
  [...html.matchAll(/<img src="\/api\/media\/(\d+)\//g)].map(([, id]) => Number(id));

/**
 * Records which pictures a page, post or staff page shows. A picture without a description is refused: readers who
 * cannot see it would not know what it shows.
 */
export async function storeUses(db: Db, subject: string, ids: readonly number[], field: string): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = wanted.length
    ? await db.selectFrom('media').select(['id', 'name', 'alt']).where('id', 'in', wanted).forShare().execute()
    : [];
  if (found.length < wanted.length) throw fieldRefusal({ [field]: ['A picture no longer exists. Choose another.'] });
  const undescribed = found.find(({ alt }) => alt === '');
  if (undescribed)
    throw fieldRefusal({ [field]: [`Add alt text to the picture “${undescribed.name}” in the media library first.`] });
  await db.deleteFrom('media_uses').where('subject', '=', subject).execute();
  if (wanted.length > 0)
    await db
      .insertInto('media_uses')
      .values(wanted.map((media_id) => ({ media_id, subject })))
      .execute();
}
