import { t } from '@tuneport/domain/text/text';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FormField } from '../../form/form-fields.ts';
import type { FormValue } from '../../form/merge.ts';
import css from './EditableCell.module.css';

/** The outcome of a saved cell. `conflict`: someone else changed the row first. */
export type CellSaved =
  | { readonly kind: 'saved' }
  | { readonly kind: 'invalid' | 'conflict' | 'failed'; readonly message: string };

/** How the cells of editable columns are read and saved. */
export type CellEdit<Row> = {
  /** The plain field behind a column; null if it cannot be edited in a cell. */
  readonly field: (columnId: string) => FormField | null;
  readonly value: (row: Row, field: FormField) => FormValue;
  readonly save: (row: Row, field: FormField, value: FormValue) => Promise<CellSaved>;
};

type Props = {
  field: FormField;
  value: FormValue;
  /** The name of the row, for screen readers. */
  rowName: string;
  /** One click is enough, on a button that does nothing else. */
  atOnce?: boolean;
  save: (value: FormValue) => Promise<CellSaved>;
  /** A message that the cell itself does not show. */
  onProblem: (message: string) => void;
  /** After a save or a conflict: the rows are read again. */
  onChanged: () => void;
  children: ReactNode;
};

const isChoice = (field: FormField) => field.kind === 'select' || field.kind === 'checkbox' || field.kind === 'switch';
const textOf = (value: FormValue): string =>
  value === true ? 'true' : value === false ? 'false' : String(value ?? '');

function optionsOf(field: FormField): readonly { value: string; label: string }[] {
  if (field.kind === 'select')
    return field.placeholder === undefined
      ? field.options
      : [{ value: '', label: field.placeholder }, ...field.options];
  return [
    { value: 'true', label: t('Yes') },
    { value: 'false', label: t('No') },
  ];
}

const shownText = (field: FormField, text: string): string =>
  isChoice(field) ? (optionsOf(field).find((option) => option.value === text)?.label ?? text) : text;

/**
 * A cell that turns into its input by a double click, Enter or F2. Enter saves, Escape cancels, leaving the input saves.
 * The new value is shown optimistically and reverted if the save fails.
 */
export function EditableCell({ field, value, rowName, atOnce = false, save, onProblem, onChanged, children }: Props) {
  const [draft, setDraft] = useState<{ text: string; error: string | null } | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const focusCell = useRef(false);
  const errorId = useId();
  const before = textOf(value);
  const isEditing = draft !== null;
  // The saved row has arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value replaces the pending one
  useEffect(() => setPending(null), [before]);
  useEffect(() => {
    if (isEditing || !focusCell.current) return;
    focusCell.current = false;
    button.current?.focus();
  }, [isEditing]);

  const start = () => {
    setSaid('');
    setDraft({ text: pending ?? before, error: null });
  };
  const close = (keepFocus: boolean) => {
    focusCell.current = keepFocus;
    setDraft(null);
  };
  const commit = async (text: string, keepFocus: boolean) => {
    close(keepFocus);
    if (text === before) return;
    setPending(text);
    const outcome = await save(field.kind === 'checkbox' || field.kind === 'switch' ? text === 'true' : text).catch(
      (): CellSaved => ({ kind: 'failed', message: t('The change was not saved. Try again.') }),
    );
    if (outcome.kind === 'saved') {
      setSaid(t('Saved.'));
      return onChanged();
    }
    setPending(null);
    // The input keeps the typed text and shows the error.
    if (outcome.kind === 'invalid') return setDraft({ text, error: outcome.message });
    onProblem(outcome.message);
    if (outcome.kind === 'conflict') onChanged();
  };

  if (draft === null)
    return (
      <>
        <button
          ref={button}
          type="button"
          className={css.cell}
          data-pending={pending === null ? undefined : true}
          title={atOnce ? undefined : t('Double-click to edit')}
          onDoubleClick={start}
          // A click without a pointer is the activation by assistive technology.
          onClick={(event) => (event.detail === 0 || atOnce) && start()}
          onKeyDown={(event) => {
            if (event.key !== 'F2') return;
            event.preventDefault();
            start();
          }}
        >
          <span className="visually-hidden">{t('Edit {label} of {row}:', { label: field.label, row: rowName })} </span>
          {pending === null ? children : shownText(field, pending)}
        </button>
        <span className="visually-hidden" role="status">
          {said}
        </span>
      </>
    );
  const shared = {
    className: css.input,
    'aria-label': t('{label} of {row}', { label: field.label, row: rowName }),
    'aria-invalid': draft.error === null ? undefined : (true as const),
    'aria-describedby': draft.error === null ? undefined : errorId,
    autoFocus: true,
    value: draft.text,
    onBlur: () => void commit(draft.text, false),
    onKeyDown: (event: KeyboardEvent) => {
      // Keyboard shortcuts of the list must not reach the input.
      event.stopPropagation();
      if (event.key === 'Escape') close(true);
      else if (event.key === 'Enter') void commit(draft.text, true);
      else return;
      event.preventDefault();
    },
  };
  return (
    <span className={css.editor}>
      {isChoice(field) ? (
        <select {...shared} onChange={(event) => setDraft({ text: event.currentTarget.value, error: null })}>
          {optionsOf(field).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          maxLength={field.kind === 'text' ? field.maxLength : undefined}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setDraft({ text: event.currentTarget.value, error: null })}
        />
      )}
      {draft.error === null ? null : (
        <span id={errorId} className={css.error} role="alert">
          {draft.error}
        </span>
      )}
    </span>
  );
}
