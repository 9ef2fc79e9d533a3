import { t } from '@tuneport/domain/text/text';
import { useId, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import type { FieldMessage } from '../form/field-state.ts';
import { Textarea } from '../form/Textarea.tsx';
import css from './RichText.module.css';
import { fromLimitedHtml, listSelection, type TextEdit, toLimitedHtml, wrapSelection } from './rich-html.ts';

/** Only for HTML sanitised by the server. */
export function RichText({ sanitisedHtml }: { sanitisedHtml: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's sanitiser is the door; this component is its only reader.
  return <div className={css.rich} dangerouslySetInnerHTML={{ __html: sanitisedHtml }} />;
}

type EditorProps = {
  label: string;
  /** HTML, as saved. */
  value: string;
  onChange: (html: string) => void;
  hint?: string;
  error?: FieldMessage;
  rows?: number;
  maxLength?: number;
};

/** A text area with four formatting buttons. Produces limited HTML, which the server sanitises before storing it. */
export function RichTextEditor({ label, value, onChange, hint, error, rows = 8, maxLength }: EditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => fromLimitedHtml(value));

  const put = (edit: TextEdit) => {
    setText(edit.text);
    onChange(toLimitedHtml(edit.text));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(edit.from, edit.to);
    });
  };
  const selected = (): TextEdit => ({
    text,
    from: area.current?.selectionStart ?? text.length,
    to: area.current?.selectionEnd ?? text.length,
  });
  const wrap = (open: string, close: string) => put(wrapSelection(selected(), open, close));

  return (
    <div className={css.editor}>
      <div className={css.bar}>
        <span className={css.label} aria-hidden="true">
          {label}
        </span>
        <div
          className={css.tools}
          role="toolbar"
          aria-label={t('Formatting for {label}', { label })}
          aria-controls={id}
        >
          <Button variant="ghost" size="small" aria-label={t('Bold')} onClick={() => wrap('<b>', '</b>')}>
            <span className={css.bold}>B</span>
          </Button>
          <Button variant="ghost" size="small" aria-label={t('Italic')} onClick={() => wrap('<i>', '</i>')}>
            <span className={css.italic}>I</span>
          </Button>
          <Button variant="ghost" size="small" onClick={() => wrap('<a href="https://">', '</a>')}>
            {t('Link')}
          </Button>
          <Button variant="ghost" size="small" onClick={() => put(listSelection(selected()))}>
            {t('List')}
          </Button>
        </div>
      </div>
      <Textarea
        ref={area}
        id={id}
        label={label}
        hideLabel
        hint={hint ?? t('A blank line starts a new paragraph.')}
        error={error}
        rows={rows}
        maxLength={maxLength}
        value={text}
        onChange={(e) => {
          setText(e.currentTarget.value);
          onChange(toLimitedHtml(e.currentTarget.value));
        }}
        onKeyDown={(e) => {
          if (!(e.ctrlKey || e.metaKey)) return;
          if (e.key === 'b') {
            e.preventDefault();
            wrap('<b>', '</b>');
          } else if (e.key === 'i') {
            e.preventDefault();
            wrap('<i>', '</i>');
          }
        }}
      />
    </div>
  );
}
