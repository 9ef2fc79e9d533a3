import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FileDrop } from '../../../ui/controls/FileDrop.tsx';
import { FieldGroup, type LinesProps } from '../../../ui/form/FieldGroup.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import css from './product-admin.module.css';
import { imageLine, imageOf } from './product-lines.ts';

type Known = { id: number; url: string };

/** Lists show the first image. An image belongs to the product once the product is saved. */
export function ImageLines({ known, ...props }: LinesProps & { known: readonly Known[] }) {
  const { lines, onChange } = props;
  const [added, setAdded] = useState<readonly Known[]>([]);
  const urlOf = (id: number) => [...added, ...known].find((one) => one.id === id)?.url;
  const swap = (at: number) =>
    onChange(
      lines.map((line, nth) => (nth === at - 1 ? (lines[at] ?? line) : nth === at ? (lines[at - 1] ?? line) : line)),
    );
  return (
    <FieldGroup {...props}>
      {lines.length === 0 ? null : (
        <ul className={css.images}>
          {lines.map((line, at) => {
            const image = imageOf(line);
            return (
              <li key={image.id} className={css.image}>
                <img src={urlOf(image.id)} alt="" width={120} height={80} />
                <TextField
                  label={`Description of image ${at + 1}`}
                  value={image.alt}
                  onChange={(event) => {
                    const alt = event.currentTarget.value;
                    onChange(lines.map((old, nth) => (nth === at ? imageLine({ ...image, alt }) : old)));
                  }}
                />
                <div className={css.imageButtons}>
                  {at === 0 ? null : (
                    <Button size="small" variant="ghost" onClick={() => swap(at)}>
                      Forward
                    </Button>
                  )}
                  <Button
                    icon
                    variant="ghost"
                    aria-label={`Remove image ${at + 1}`}
                    onClick={() => onChange(lines.filter((_, nth) => nth !== at))}
                  >
                    <Icon name="trash" />
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <FileDrop
        label="Drop images here, or choose them"
        hint="JPEG, PNG, WebP or AVIF, up to 15 MB. They are re-encoded in several widths."
        accept=".jpg,.jpeg,.png,.webp,.avif"
        bytesMax={15 * 1024 * 1024}
        upload={(file, _progress, signal) => {
          const body = new FormData();
          body.set('file', file);
          return call('POST /v1/admin/product-images', { body: body as never, signal });
        }}
        onDone={(image) => {
          setAdded((now) => [...now, image]);
          onChange([...lines, imageLine(image)]);
        }}
      />
    </FieldGroup>
  );
}
