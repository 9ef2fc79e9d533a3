import { type FormEvent, Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../controls/Button.tsx';
import { toast } from '../feedback/toast-store.ts';
import { KeyValue } from '../text/KeyValue.tsx';
import css from './DetailForm.module.css';
import { DraftNotice } from './drafts/DraftNotice.tsx';
import { useDraft } from './drafts/useDraft.ts';
import { ErrorsListed } from './FieldError.tsx';
import { FormError } from './FormError.tsx';
import { FormFieldInput } from './FormFieldInput.tsx';
import { derivedValues, type FormField, type SaveResult, valueText } from './form-fields.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { changedNames, type FormValue, type FormValues, type MergeRow, mergeRows } from './merge.ts';

export type FormHandle = {
  values: FormValues;
  set: (name: string, value: FormValue) => void;
  errors: Readonly<Record<string, readonly string[]>>;
  /** The input of a field, for a custom layout. */
  input: (name: string) => ReactNode;
  /** The id of a field's control, which the error summary links to. */
  id: (name: string) => string;
  dirty: boolean;
  busy: boolean;
};

type DetailFormProps = {
  fields: readonly FormField[];
  values: FormValues;
  /** When the record was read (its Last-Modified); passed to `save` for If-Unmodified-Since. */
  readAt: string;
  save: (values: FormValues, readAt: string) => Promise<SaveResult>;
  onSaved?: (values: FormValues) => void;
  readOnly?: boolean;
  /** Verb and object: "Save product". */
  saveLabel?: string;
  /** The record, where a page has the forms of several: each has its own draft. */
  draftName?: string;
  /** A custom layout; by default the fields are in two columns. */
  children?: (form: FormHandle) => ReactNode;
  /** For a long form: the first field with an error takes the focus instead of the error summary above. */
  focusInvalid?: boolean;
  /** Additional buttons at the bottom, left of the save button. */
  actions?: ReactNode;
};

type Stale = { rows: MergeRow[]; theirs: FormValues; readAt: string; by?: string };

/** Use the record's id as `key`: another record needs a new form. */
export function DetailForm(props: DetailFormProps) {
  const { fields, save, readOnly = false, saveLabel = 'Save', draftName = saveLabel, children, actions } = props;
  const prefix = useId();
  const [base, setBase] = useState(props.values);
  const [values, setValues] = useState(props.values);
  const [readAt, setReadAt] = useState(props.readAt);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message?: string; errors: FormHandle['errors'] } | null>(null);
  const [stale, setStale] = useState<Stale | null>(null);

  const root = useRef<HTMLFormElement>(null);
  const { focusInvalid = false } = props;
  // After the effect of the error summary, which takes the focus where no field has an error.
  useEffect(() => {
    if (!focusInvalid || !problem) return;
    const field = root.current?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [focusInvalid, problem]);

  const names = fields.map((f) => f.name);
  const changed = changedNames(names, base, values);
  const dirty = changed.length > 0;
  const { pathname, search } = useLocation();
  const draft = useDraft(
    `${pathname}?${new URLSearchParams(search).get('open') ?? ''}#${draftName}`,
    values,
    readOnly ? null : Object.fromEntries(changed.map((name) => [name, values[name] ?? null])),
  );

  /** Shows the stored values, except where something else than `before` was typed. */
  const adopt = (next: FormValues, at: string, before?: FormValues) => {
    setBase(next);
    setValues((now) => {
      const typed = before ? changedNames(names, before, now) : [];
      return { ...next, ...Object.fromEntries(typed.map((name) => [name, now[name] ?? null])) };
    });
    setReadAt(at);
    setProblem(null);
    setStale(null);
  };

  // The record was read again, for example after a note: only what is not being edited changes.
  const given = useRef(props.readAt);
  useEffect(() => {
    if (given.current === props.readAt) return;
    given.current = props.readAt;
    if (props.readAt === readAt) return;
    // A field that two people changed is decided when it is saved.
    if (changedNames(changed, base, props.values).length === 0) adopt(props.values, props.readAt, base);
  });

  const send = async (wanted: FormValues, since: string): Promise<void> => {
    setBusy(true);
    setValues(wanted);
    try {
      const result = await save(wanted, since);
      if (result.kind === 'saved') {
        draft.clear();
        adopt(result.values, result.readAt, wanted);
        toast('Saved.');
        props.onSaved?.(result.values);
      } else if (result.kind === 'stale') {
        // What changed is no field of this form, such as a label: there is nothing to decide.
        if (since !== result.readAt && changedNames(names, base, result.current).length === 0)
          return await send(wanted, result.readAt);
        setStale({
          rows: mergeRows(names, base, wanted, result.current),
          theirs: result.current,
          readAt: result.readAt,
          by: result.by,
        });
      } else {
        setStale(null);
        setProblem(
          result.kind === 'invalid'
            ? { message: result.message, errors: result.errors }
            : { message: result.message, errors: {} },
        );
      }
    } catch (error) {
      const message = error instanceof Error && error.message ? error.message : 'The connection failed.';
      setProblem({ message: `${message} Nothing was saved; your changes are still here.`, errors: {} });
    } finally {
      setBusy(false);
    }
  };

  const set = (name: string, value: FormValue) => {
    setValues((now) => ({ ...now, ...derivedValues(fields, base, now, name, value), [name]: value }));
    if (problem?.errors[name]) {
      const { [name]: _fixed, ...errors } = problem.errors;
      setProblem(Object.keys(errors).length > 0 ? { ...problem, errors } : null);
    }
  };

  const input = (name: string) => {
    const field = fields.find((f) => f.name === name);
    if (!field) return null;
    return (
      <FormFieldInput
        field={field}
        id={`${prefix}${name}`}
        value={values[name] ?? null}
        error={problem?.errors[name]}
        disabled={readOnly || field.readOnly === true}
        onChange={(value) => set(name, value)}
      />
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !readOnly) void send(values, readAt);
  };

  const visible = fields.filter((field) => field.when?.(values) ?? true);
  const form: FormHandle = {
    values,
    set,
    errors: problem?.errors ?? {},
    input,
    id: (name) => `${prefix}${name}`,
    dirty,
    busy,
  };
  return (
    <form method="post" ref={root} className={css.form} onSubmit={submit} noValidate>
      <FormError
        message={problem?.message}
        errors={problem?.errors}
        labels={Object.fromEntries(fields.map((f) => [f.name, f.label]))}
        ids={Object.fromEntries(fields.map((f) => [f.name, `${prefix}${f.name}`]))}
      />
      {draft.found && !readOnly ? (
        <DraftNotice
          at={draft.found.at}
          onRestore={() => {
            const typed: FormValues = draft.found?.values ?? {};
            const kept = Object.entries(typed).filter(([name]) => names.includes(name));
            setValues((now) => ({ ...now, ...Object.fromEntries(kept) }));
            draft.taken();
          }}
          onDiscard={draft.clear}
        />
      ) : null}
      <ErrorsListed value={true}>
        {children ? (
          children(form)
        ) : readOnly ? (
          <KeyValue rows={visible.map((f) => [f.label, valueText(f, values[f.name] ?? null)])} />
        ) : (
          <div className={css.fields}>
            {visible.map((field) => (
              <Fragment key={field.name}>
                {field.section ? <h3 className={css.section}>{field.section}</h3> : null}
                {input(field.name)}
              </Fragment>
            ))}
          </div>
        )}
      </ErrorsListed>
      {readOnly ? null : (
        <div className={css.foot} data-dirty={dirty || undefined}>
          <span className={css.status} aria-live="polite">
            {busy ? 'Saving' : dirty ? 'Unsaved changes' : ''}
          </span>
          <div className={css.buttons}>
            {actions}
            {dirty ? (
              <Button variant="ghost" disabled={busy} onClick={() => adopt(base, readAt)}>
                Undo<span className={css.undoWhat}> changes</span>
              </Button>
            ) : null}
            <Button type="submit" variant="primary" busy={busy} disabled={!dirty && !busy}>
              {saveLabel}
            </Button>
          </div>
        </div>
      )}
      {stale ? (
        <MergeDialog
          fields={fields}
          rows={stale.rows}
          theirs={stale.theirs}
          by={stale.by}
          busy={busy}
          onKeep={(merged) => void send(merged, stale.readAt)}
          onTakeTheirs={() => adopt(stale.theirs, stale.readAt)}
          onClose={() => setStale(null)}
        />
      ) : null}
      {dirty && !busy && !readOnly ? <LeaveGuard onDiscard={draft.clear} /> : null}
    </form>
  );
}
