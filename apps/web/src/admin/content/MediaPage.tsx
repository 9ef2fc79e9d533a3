import { type MouseEvent, useCallback, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { FileDrop } from '../../ui/controls/FileDrop.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Stack } from '../../ui/layout/Layout.tsx';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { RowOf } from '../AdminList.tsx';
import { NounForm } from '../record/noun/NounForm.tsx';
import { NounHistory } from '../record/noun/NounHistory.tsx';
import type { Noun } from '../record/noun/noun.ts';
import { type RecordDone, RecordList } from '../record/RecordList.tsx';
import css from './content-admin.module.css';
import { type Media, pictureBytesMax, pictureTypes, uploadMedia } from './MediaPicker.tsx';

const mediaNoun: Noun = {
  path: '/v1/admin/media',
  to: '/admin/media',
  one: 'picture',
  many: 'Media library',
  write: 'content.write',
  title: (media) => String(media.name),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 120, wide: true },
    {
      name: 'alt',
      label: 'Alt text',
      kind: 'textarea',
      rows: 2,
      maxLength: 300,
      wide: true,
      hint: 'Describe the picture for people who cannot see it. Required before the picture can be used.',
    },
    { name: 'focal_x', label: 'Focal point from the left', kind: 'number', unit: '%', min: 0, max: 100 },
    { name: 'focal_y', label: 'Focal point from the top', kind: 'number', unit: '%', min: 0, max: 100 },
  ],
  deleting: 'A picture that a page or post uses cannot be deleted.',
};

const columns: readonly Column<RowOf<'GET /v1/admin/media'>>[] = [
  {
    id: 'picture',
    label: 'Picture',
    cell: ({ sizes }) => <img className={css.thumb} src={sizes[0]?.url} alt="" loading="lazy" />,
    csv: ({ sizes }) => sizes.at(-1)?.url ?? '',
  },
  textColumn('name', 'Name', { editable: true, sortable: true }),
  {
    id: 'alt',
    label: 'Alt text',
    hideBelow: 640,
    cell: ({ alt }) => alt || <span className={css.warn}>Needs alt text</span>,
    csv: ({ alt }) => alt,
  },
  {
    id: 'uses',
    label: 'Used in',
    align: 'end',
    cell: ({ uses }) => uses.length,
    csv: ({ uses }) => uses.length,
  },
  dateColumn('created_at', 'Uploaded', { sortable: true, hideBelow: 800 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'alt', label: 'Alt text', kind: 'select', options: [{ value: 'missing', label: 'Missing' }] },
  {
    id: 'used',
    label: 'Used',
    kind: 'select',
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
];

export const meta = () => [{ title: pageTitle(mediaNoun.many) }];

export default function MediaPage() {
  const read = useCallback((id: number) => call('GET /v1/admin/media/:id', { params: { id } }), []);
  return (
    <RecordList
      of="GET /v1/admin/media"
      title={mediaNoun.many}
      what="picture"
      columns={columns}
      filters={filters}
      searchLabel="Search name or alt text"
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      read={read}
      readOnly
      titleOf={({ name }: Media) => name}
      empty={{ title: 'Pictures appear here once you upload one.', text: 'Use "Upload pictures" above.', first: '' }}
      headActions={(reload: () => void) => <UploadButton onDone={reload} />}
      form={(media, done) => (media ? <MediaForm media={media} done={done} /> : null)}
    />
  );
}

function UploadButton({ onDone }: { onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        Upload pictures
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Upload pictures">
        <FileDrop
          label="Drop pictures here, or choose them"
          hint="JPEG, PNG, WebP or AVIF, up to 15 MB each. Add alt text afterwards."
          accept={pictureTypes}
          bytesMax={pictureBytesMax}
          upload={uploadMedia}
          onDone={onDone}
        />
      </Dialog>
    </>
  );
}

function MediaForm({ media: opened, done }: { media: Media; done: RecordDone }) {
  const [media, setMedia] = useState(opened);
  const saved = (row: Media) => {
    setMedia(row);
    done.onSaved(row.id);
  };
  return (
    <Stack>
      <FocalPoint media={media} onSaved={saved} />
      <div>
        <h3>Used in</h3>
        {media.uses.length === 0 ? <p>No page or post.</p> : null}
        <ul>
          {media.uses.map(({ subject, label, to }) => (
            <li key={subject}>
              <TextLink to={to}>{label}</TextLink>
            </li>
          ))}
        </ul>
      </div>
      <NounForm
        noun={mediaNoun}
        record={media}
        onSaved={(row) => saved(row as unknown as Media)}
        onDeleted={done.onDeleted}
      />
      <NounHistory noun={mediaNoun} record={media} />
    </Stack>
  );
}

/** A click sets the point that stays visible when the picture is cropped; the fields below do the same by keyboard. */
function FocalPoint({ media, onSaved }: { media: Media; onSaved: (media: Media) => void }) {
  const set = async (event: MouseEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    if (event.detail === 0) return;
    const body = {
      focal_x: Math.round(((event.clientX - left) / width) * 100),
      focal_y: Math.round(((event.clientY - top) / height) * 100),
    };
    try {
      onSaved(await call('PATCH /v1/admin/media/:id', { params: { id: media.id }, body, readAt: media.updated_at }));
    } catch (error) {
      toast(errorText(error));
    }
  };
  return (
    <button type="button" className={css.focal} aria-label="Set the focal point" onClick={(event) => void set(event)}>
      <img src={media.sizes[0]?.url} alt={media.alt} width={media.width} height={media.height} />
      <svg className={css.points} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <ellipse cx={media.focal_x} cy={media.focal_y} rx="2.5" ry={(2.5 * media.width) / media.height} />
      </svg>
    </button>
  );
}
