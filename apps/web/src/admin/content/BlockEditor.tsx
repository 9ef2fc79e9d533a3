import type { ShownBlock } from '@tuneport/contract/content/blocks';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import css from './content-admin.module.css';
import { ArticleEditor } from './content-fields.tsx';
import { MediaPicker } from './MediaPicker.tsx';
import { TableEditor } from './TableEditor.tsx';

/** A block with a key, so that moving one does not mix up the editors. */
export type EditedBlock = { readonly key: number; readonly block: ShownBlock };

const kinds = {
  text: { label: 'Text', blank: { kind: 'text', html: '' } },
  image: { label: 'Picture', blank: { kind: 'image', media_id: 0, caption: '', image: null } },
  table: { label: 'Table', blank: { kind: 'table', caption: '', columns: ['', ''], rows: [['', '']] } },
  steps: { label: 'Steps', blank: { kind: 'steps', title: '', items: [{ title: '', html: '' }] } },
  faq: { label: 'FAQ', blank: { kind: 'faq', title: '', items: [{ question: '', html: '' }] } },
  cta: { label: 'Call to action', blank: { kind: 'cta', title: '', text: '', label: '', to: '/' } },
  product: { label: 'Product', blank: { kind: 'product', slug: '' } },
  vehicles: { label: 'Vehicle picker', blank: { kind: 'vehicles', title: '', text: '' } },
} as const satisfies Record<ShownBlock['kind'], { label: string; blank: ShownBlock }>;
const kindOptions = Object.entries(kinds).map(([value, { label }]) => ({ value, label }));

type Props = { blocks: readonly EditedBlock[]; onChange: (blocks: readonly EditedBlock[]) => void };

export function BlockEditor({ blocks, onChange }: Props) {
  const [kind, setKind] = useState<ShownBlock['kind']>('text');
  const move = (at: number, to: number) => {
    const next = [...blocks];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(to, 0, moved);
    onChange(next);
  };
  const nextKey = Math.max(0, ...blocks.map(({ key }) => key)) + 1;
  return (
    <div className={css.editor}>
      {blocks.map(({ key, block }, at) => {
        const name = `${kinds[block.kind].label}, block ${at + 1} of ${blocks.length}`;
        return (
          <section key={key} className={css.block} aria-label={name}>
            <div className={css.blockHead}>
              <h3>{kinds[block.kind].label}</h3>
              <div className={css.row}>
                <Button
                  size="small"
                  variant="ghost"
                  disabled={at === 0}
                  aria-label={`Move up: ${name}`}
                  onClick={() => move(at, at - 1)}
                >
                  Move up
                </Button>
                <Button
                  size="small"
                  variant="ghost"
                  disabled={at === blocks.length - 1}
                  aria-label={`Move down: ${name}`}
                  onClick={() => move(at, at + 1)}
                >
                  Move down
                </Button>
                <Button
                  size="small"
                  variant="danger"
                  aria-label={`Remove: ${name}`}
                  onClick={() => onChange(blocks.filter((one) => one.key !== key))}
                >
                  Remove
                </Button>
              </div>
            </div>
            <BlockFields
              block={block}
              onChange={(next) => onChange(blocks.map((one) => (one.key === key ? { key, block: next } : one)))}
            />
          </section>
        );
      })}
      <div className={css.row}>
        <NativeSelect
          label="New block"
          options={kindOptions}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as ShownBlock['kind'])}
        />
        <Button onClick={() => onChange([...blocks, { key: nextKey, block: kinds[kind].blank }])}>Add block</Button>
      </div>
    </div>
  );
}

type FieldsProps<B> = { block: B; onChange: (block: ShownBlock) => void };

function BlockFields({ block, onChange }: FieldsProps<ShownBlock>): ReactNode {
  const line = (label: string, value: string, set: (text: string) => ShownBlock, hint?: string) => (
    <TextField label={label} value={value} hint={hint} onChange={(event) => onChange(set(event.currentTarget.value))} />
  );
  switch (block.kind) {
    case 'text':
      return <ArticleEditor label="Text" value={block.html} onChange={(html) => onChange({ ...block, html })} />;
    case 'image':
      return <ImageFields block={block} onChange={onChange} />;
    case 'table':
      return (
        <>
          {line('Caption', block.caption, (caption) => ({ ...block, caption }))}
          <TableEditor
            columns={block.columns}
            rows={block.rows}
            onChange={(columns, rows) => onChange({ ...block, columns, rows })}
          />
        </>
      );
    case 'steps':
      return (
        <>
          {line('Title', block.title, (title) => ({ ...block, title }))}
          <Items
            what="step"
            label="Step"
            items={block.items.map(({ title, html }) => ({ head: title, html }))}
            onChange={(items) => onChange({ ...block, items: items.map(({ head, html }) => ({ title: head, html })) })}
          />
        </>
      );
    case 'faq':
      return (
        <>
          {line('Title', block.title, (title) => ({ ...block, title }))}
          <Items
            what="question"
            label="Question"
            items={block.items.map(({ question, html }) => ({ head: question, html }))}
            onChange={(items) =>
              onChange({ ...block, items: items.map(({ head, html }) => ({ question: head, html })) })
            }
          />
        </>
      );
    case 'cta':
      return (
        <>
          {line('Title', block.title, (title) => ({ ...block, title }))}
          <Textarea
            label="Text"
            rows={2}
            value={block.text}
            onChange={(event) => onChange({ ...block, text: event.currentTarget.value })}
          />
          {line('Button label', block.label, (label) => ({ ...block, label }))}
          {line('Button link', block.to, (to) => ({ ...block, to }), 'A path such as /catalog, or an https address.')}
        </>
      );
    case 'product':
      return line(
        'Product',
        block.slug,
        (slug) => ({ ...block, slug }),
        'The URL slug of the product, such as flashzilla-v3.',
      );
    case 'vehicles':
      return (
        <>
          {line('Title', block.title, (title) => ({ ...block, title }))}
          {line('Text', block.text, (text) => ({ ...block, text }))}
        </>
      );
  }
}

type ImageBlock = Extract<ShownBlock, { kind: 'image' }>;

function ImageFields({ block, onChange }: FieldsProps<ImageBlock>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {block.image ? <img className={css.preview} src={block.image.sizes[0]?.url} alt={block.image.alt} /> : null}
      <div className={css.row}>
        <Button onClick={() => setIsOpen(true)}>{block.image ? 'Choose another picture' : 'Choose a picture'}</Button>
      </div>
      <TextField
        label="Caption"
        optional
        value={block.caption}
        onChange={(event) => onChange({ ...block, caption: event.currentTarget.value })}
      />
      {isOpen ? (
        <MediaPicker
          onClose={() => setIsOpen(false)}
          onChoose={(media) => {
            setIsOpen(false);
            onChange({ ...block, media_id: media.id, image: media });
          }}
        />
      ) : null}
    </>
  );
}

type Item = { head: string; html: string };

function Items(props: { what: string; label: string; items: readonly Item[]; onChange: (items: Item[]) => void }) {
  const { what, label, items, onChange } = props;
  const [keys, setKeys] = useState(() => items.map((_, at) => at));
  const set = (at: number, part: Partial<Item>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...part } : item)));
  return (
    <>
      {items.map((item, at) => (
        <div key={keys[at] ?? at} className={css.item}>
          <TextField
            label={`${label} ${at + 1}`}
            value={item.head}
            onChange={(event) => set(at, { head: event.currentTarget.value })}
          />
          <ArticleEditor label={`Text of ${what} ${at + 1}`} value={item.html} onChange={(html) => set(at, { html })} />
          <div className={css.row}>
            <Button
              size="small"
              variant="ghost"
              onClick={() => {
                setKeys(keys.filter((_, index) => index !== at));
                onChange(items.filter((_, index) => index !== at));
              }}
            >
              Remove {what} {at + 1}
            </Button>
          </div>
        </div>
      ))}
      <div className={css.row}>
        <Button
          size="small"
          onClick={() => {
            setKeys([...keys, Math.max(-1, ...keys) + 1]);
            onChange([...items, { head: '', html: '' }]);
          }}
        >
          Add {what}
        </Button>
      </div>
    </>
  );
}
