import { blogTags } from '@tuneport/domain/content/blog-tags';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { RichEditorField } from '../../ui/editor/RichEditorField.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FieldError } from '../../ui/form/FieldError.tsx';
import type { CustomInput, FormField } from '../../ui/form/form-fields.ts';
import css from './content-admin.module.css';
import { editorPicture, MediaPicker } from './MediaPicker.tsx';

/** The text editor with pictures of the media library. */
export const ArticleEditor = (props: Omit<Parameters<typeof RichEditorField>[0], 'picker'>) => (
  <RichEditorField
    {...props}
    picker={({ onChoose, onClose }) => (
      <MediaPicker onClose={onClose} onChoose={(media) => onChoose(editorPicture(media))} />
    )}
  />
);

export const articleField = (name: string, label: string): FormField => ({
  name,
  label,
  wide: true,
  kind: 'custom',
  input: ({ value, onChange, hint: _, ...props }) => (
    <ArticleEditor {...props} value={String(value ?? '')} onChange={onChange} />
  ),
});

export const tagsField: FormField = {
  name: 'tags',
  label: 'Tags',
  hint: 'A post tagged Dealer is shown to dealers and staff only.',
  wide: true,
  kind: 'custom',
  input: (props) => <TagChoice {...props} />,
};

function TagChoice({ id, label, hint, error, disabled, className, value, onChange }: CustomInput) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <fieldset id={id} className={`${css.choice} ${className ?? ''}`}>
      <legend>{label}</legend>
      <div className={css.row}>
        {blogTags.map((tag) => (
          <Checkbox
            key={tag}
            label={tag}
            disabled={disabled}
            checked={chosen.includes(tag)}
            onChange={(event) =>
              onChange(blogTags.filter((one) => (one === tag ? event.currentTarget.checked : chosen.includes(one))))
            }
          />
        ))}
      </div>
      <p className={css.hint}>{hint}</p>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

export const pictureField = (name: string, label: string): FormField => ({
  name,
  label,
  optional: true,
  wide: true,
  kind: 'custom',
  input: (props) => <PictureChoice {...props} />,
});

function PictureChoice({ id, label, error, disabled, className, value, onChange }: CustomInput) {
  const [isOpen, setIsOpen] = useState(false);
  const [preview, setPreview] = useState<string | null>(null);
  const hasPicture = typeof value === 'number';
  return (
    <fieldset id={id} className={`${css.choice} ${className ?? ''}`} disabled={disabled}>
      <legend>{label} (optional)</legend>
      {hasPicture ? <img className={css.preview} src={preview ?? `/api/media/${value}/400`} alt="" /> : null}
      <div className={css.row}>
        <Button onClick={() => setIsOpen(true)}>{hasPicture ? 'Choose another picture' : 'Choose a picture'}</Button>
        {hasPicture ? (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove picture
          </Button>
        ) : null}
      </div>
      <FieldError id={id} error={error} />
      {isOpen ? (
        <MediaPicker
          onClose={() => setIsOpen(false)}
          onChoose={(media) => {
            setIsOpen(false);
            setPreview(media.sizes[0]?.url ?? null);
            onChange(media.id);
          }}
        />
      ) : null}
    </fieldset>
  );
}
