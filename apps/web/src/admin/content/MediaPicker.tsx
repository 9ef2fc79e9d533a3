import type { PictureShape } from '@tuneport/contract/content/blocks';
import type { CallReply } from '@tuneport/contract/index';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FileDrop } from '../../ui/controls/FileDrop.tsx';
import type { EditorPicture } from '../../ui/editor/RichEditor.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { sendFile } from '../record/send-file.ts';
import css from './content-admin.module.css';

export type Media = CallReply<'GET /v1/admin/media'>['data'][number];

export const pictureBytesMax = 15 * 1024 * 1024;
export const pictureTypes = '.jpg,.jpeg,.png,.webp,.avif';

export const uploadMedia = (file: File) => sendFile('POST /v1/admin/media', file);

/** Chooses a picture of the media library. A picture without alt text gets it here before it can be used. */
export function MediaPicker({ onChoose, onClose }: { onChoose: (media: Media) => void; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<readonly Media[] | null>(null);
  const [chosen, setChosen] = useState<Media | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    call('GET /v1/admin/media', { query: { search, page: 1 }, signal: stop.signal }).then(
      ({ data }) => setFound(data),
      (failure: unknown) => stop.signal.aborted || setError(errorText(failure)),
    );
    return () => stop.abort();
  }, [search]);
  const use = (media: Media) => (media.alt === '' ? setChosen(media) : onChoose(media));
  return (
    <Dialog open onClose={onClose} title="Media library" size="wide">
      {error ? (
        <Notice tone="bad" live>
          {error}
        </Notice>
      ) : null}
      {chosen ? (
        <AltForm media={chosen} onDone={onChoose} onCancel={() => setChosen(null)} />
      ) : (
        <div className={css.picker}>
          <FileDrop
            label="Drop a picture here, or choose one"
            hint="JPEG, PNG, WebP or AVIF, up to 15 MB"
            accept={pictureTypes}
            multiple={false}
            bytesMax={pictureBytesMax}
            upload={uploadMedia}
            onDone={use}
          />
          <TextField
            label="Search name or alt text"
            type="search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {found?.length === 0 ? <p>No picture matches.</p> : null}
          <ul className={css.tiles}>
            {(found ?? []).map((media) => (
              <li key={media.id}>
                <button type="button" className={css.tile} onClick={() => use(media)}>
                  <img src={media.sizes[0]?.url} alt={media.alt} loading="lazy" />
                  <span>{media.name}</span>
                  {media.alt === '' ? <span className={css.warn}>Needs alt text</span> : null}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

function AltForm({ media, onDone, onCancel }: { media: Media; onDone: (media: Media) => void; onCancel: () => void }) {
  const [alt, setAlt] = useState('');
  const [error, setError] = useState('');
  const save = async () => {
    try {
      const body = { alt };
      onDone(await call('PATCH /v1/admin/media/:id', { params: { id: media.id }, body, readAt: media.updated_at }));
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <div className={css.picker}>
      <img className={css.preview} src={media.sizes[0]?.url} alt="" />
      <TextField
        label="Alt text"
        hint="Describe the picture for people who cannot see it."
        maxLength={300}
        value={alt}
        error={error}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <div className={css.actions}>
        <Button variant="ghost" onClick={onCancel}>
          Choose another picture
        </Button>
        <Button variant="primary" disabled={alt.trim() === ''} onClick={() => void save()}>
          Save and use
        </Button>
      </div>
    </div>
  );
}

/** For the picture button of the text editor: the version that fits a text column. */
export const editorPicture = ({ sizes, alt, width, height }: PictureShape): EditorPicture => {
  const size = sizes.find((one) => one.width >= 800) ?? sizes.at(-1);
  const shown = size?.width ?? width;
  return { src: size?.url ?? '', alt, width: shown, height: Math.round((height * shown) / width) };
};
