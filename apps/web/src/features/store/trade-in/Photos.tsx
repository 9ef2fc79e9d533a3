import { t } from '@tuneport/domain/text/text';
import css from './trade-in.module.css';

type Photo = {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
};

/** Photos of a tool; each opens at full size. */
export function Photos({ request, photos, token }: { request: number; photos: readonly Photo[]; token?: string }) {
  if (photos.length === 0) return null;
  const at = (photo: Photo, width: number) =>
    `/api/trade-in-requests/${request}/photos/${photo.id}/${width}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
  return (
    <ul className={css.photos}>
      {photos.map((photo, nth) => (
        <li key={photo.id}>
          <a href={at(photo, photo.widths.at(-1) ?? photo.width)} target="_blank" rel="noreferrer">
            <img
              src={at(photo, photo.widths[0] ?? photo.width)}
              alt={t('The tool, view {nth}', { nth: nth + 1 })}
              width={photo.width}
              height={photo.height}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
