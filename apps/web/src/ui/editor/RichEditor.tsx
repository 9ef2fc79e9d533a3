import Image from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { TextField } from '../form/TextField.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import css from './RichEditor.module.css';

export type EditorPicture = {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
};

export type RichEditorProps = {
  id: string;
  label: string;
  describedBy: string | undefined;
  invalid: boolean;
  disabled: boolean;
  value: string;
  onChange: (html: string) => void;
  /** Opens a picture library; without it there is no button. */
  picker?: ((props: { onChoose: (picture: EditorPicture) => void; onClose: () => void }) => ReactNode) | undefined;
};

// The content security policy forbids style attributes, so tables have none. Pictures come from the library only: one
// that is pasted from another site is dropped.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, protocols: ['http', 'https', 'mailto', 'tel'] },
    trailingNode: false,
  }),
  Image.extend({ parseHTML: () => [{ tag: 'img[src^="/api/media/"]' }] }),
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableHeader,
  TableCell,
];

/** The editor of pages and posts. It is a chunk of its own: `RichEditorField` loads it. */
export default function RichEditor({
  id,
  label,
  describedBy,
  invalid,
  disabled,
  value,
  onChange,
  picker,
}: RichEditorProps) {
  const [openDialog, setOpenDialog] = useState<'link' | 'picture' | null>(null);
  const shown = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    injectCSS: false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        id,
        class: css.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
      },
    },
    onUpdate: ({ editor: now }) => {
      shown.current = now.isEmpty ? '' : now.getHTML();
      onChange(shown.current);
    },
  });
  // The value was replaced from outside: by another version, or by someone else's text after an edit conflict.
  useEffect(() => {
    if (!editor || value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  if (!editor) return <div className={css.frame} aria-busy="true" />;
  return (
    <div className={css.frame} data-invalid={invalid || undefined}>
      {disabled ? null : (
        <Toolbar
          editor={editor}
          label={label}
          controls={id}
          onLink={() => setOpenDialog('link')}
          onPicture={picker ? () => setOpenDialog('picture') : undefined}
        />
      )}
      <EditorContent editor={editor} />
      <LinkDialog editor={editor} open={openDialog === 'link'} onClose={() => setOpenDialog(null)} />
      {openDialog === 'picture' && picker
        ? picker({
            onChoose: (picture) => {
              setOpenDialog(null);
              editor.chain().focus().setImage(picture).run();
            },
            onClose: () => setOpenDialog(null),
          })
        : null}
    </div>
  );
}

type Tool = { name: string; text: string; on?: boolean; run: () => void; shown?: boolean };

function Toolbar(props: {
  editor: Editor;
  label: string;
  controls: string;
  onLink: () => void;
  onPicture: (() => void) | undefined;
}) {
  const { editor, label, controls, onLink, onPicture } = props;
  const chain = () => editor.chain().focus();
  const inTable = editor.isActive('table');
  const heading = (level: 2 | 3 | 4): Tool => ({
    name: `Heading ${level - 1}`,
    text: `H${level - 1}`,
    on: editor.isActive('heading', { level }),
    run: () => chain().toggleHeading({ level }).run(),
  });
  const tools: Tool[] = [
    { name: 'Bold', text: 'B', on: editor.isActive('bold'), run: () => chain().toggleBold().run() },
    { name: 'Italic', text: 'I', on: editor.isActive('italic'), run: () => chain().toggleItalic().run() },
    { name: 'Code', text: '<>', on: editor.isActive('code'), run: () => chain().toggleCode().run() },
    heading(2),
    heading(3),
    {
      name: 'Bulleted list',
      text: '• List',
      on: editor.isActive('bulletList'),
      run: () => chain().toggleBulletList().run(),
    },
    {
      name: 'Numbered list',
      text: '1. List',
      on: editor.isActive('orderedList'),
      run: () => chain().toggleOrderedList().run(),
    },
    { name: 'Quote', text: 'Quote', on: editor.isActive('blockquote'), run: () => chain().toggleBlockquote().run() },
    {
      name: 'Code block',
      text: 'Code block',
      on: editor.isActive('codeBlock'),
      run: () => chain().toggleCodeBlock().run(),
    },
    { name: 'Link', text: 'Link', on: editor.isActive('link'), run: onLink },
    { name: 'Insert picture', text: 'Picture', run: () => onPicture?.(), shown: onPicture !== undefined },
    {
      name: 'Insert table',
      text: 'Table',
      run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      shown: !inTable,
    },
    { name: 'Add row', text: '+ Row', run: () => chain().addRowAfter().run(), shown: inTable },
    { name: 'Add column', text: '+ Column', run: () => chain().addColumnAfter().run(), shown: inTable },
    { name: 'Delete row', text: '− Row', run: () => chain().deleteRow().run(), shown: inTable },
    { name: 'Delete column', text: '− Column', run: () => chain().deleteColumn().run(), shown: inTable },
    { name: 'Delete table', text: '− Table', run: () => chain().deleteTable().run(), shown: inTable },
    { name: 'Undo', text: 'Undo', run: () => chain().undo().run() },
    { name: 'Redo', text: 'Redo', run: () => chain().redo().run() },
  ];
  return (
    <div
      className={css.tools}
      role="toolbar"
      aria-label={`Formatting for ${label}`}
      aria-controls={controls}
      onKeyDown={moveInToolbar}
    >
      {tools
        .filter(({ shown = true }) => shown)
        .map(({ name, text, on, run }, at) => (
          <Button
            key={name}
            variant="ghost"
            size="small"
            // The name contains the visible text, so that voice control finds the button by it.
            aria-label={typeof text === 'string' && !name.includes(text) ? `${text} ${name}` : name}
            title={name}
            aria-pressed={on}
            tabIndex={at === 0 ? 0 : -1}
            onClick={run}
          >
            {text}
          </Button>
        ))}
    </div>
  );
}

/** A toolbar is one tab stop; arrow keys move inside. */
function moveInToolbar(event: KeyboardEvent<HTMLDivElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  buttons[(to + buttons.length) % buttons.length]?.focus();
}

const linkPattern = /^(?:\/(?!\/)\S*|https?:\/\/\S+|mailto:\S+|tel:\S+)$/;

function LinkDialog({ editor, open, onClose }: { editor: Editor; open: boolean; onClose: () => void }) {
  const [href, setHref] = useState<string | null>(null);
  const text = href ?? String(editor.getAttributes('link').href ?? '');
  const [error, setError] = useState<string[]>([]);
  const close = () => {
    setHref(null);
    setError([]);
    onClose();
  };
  const apply = () => {
    const to = text.trim();
    if (!linkPattern.test(to)) {
      setError(['Enter a path such as /catalog, or an address that begins with https://.']);
      return;
    }
    editor.chain().focus().extendMarkRange('link').setLink({ href: to }).run();
    close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Link"
      foot={
        <>
          {editor.isActive('link') ? (
            <Button
              variant="ghost"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run();
                close();
              }}
            >
              Remove link
            </Button>
          ) : null}
          <Button variant="primary" onClick={apply}>
            Set link
          </Button>
        </>
      }
    >
      <TextField
        label="Address"
        value={text}
        error={error}
        onChange={(event) => setHref(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
    </Dialog>
  );
}
