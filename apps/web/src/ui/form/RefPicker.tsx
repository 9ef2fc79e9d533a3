import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { errorText } from '../feedback/error-text.ts';
import { Icon } from '../text/Icon.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import type { FieldMessage } from './field-state.ts';
import type { Ref, RefSearch } from './form-fields.ts';
import css from './RefPicker.module.css';
import { TextField } from './TextField.tsx';

const waitMs = 250;
const shownMax = 8;

type SearchProps = { search: RefSearch; label: string; taken?: readonly number[]; onPick: (ref: Ref) => void };

/** Type, and choose one of the records that are found. Enter takes the first. */
export function RefSearchBox({ search, label, taken = [], onPick }: SearchProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Ref[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === '') {
      setFound(null);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      search(wanted, abort.signal).then(
        (refs) => {
          if (abort.signal.aborted) return;
          setFound(refs);
          setProblem(null);
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setProblem(errorText(error, 'The search failed. Try again.'));
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, text]);

  const free = found?.filter(({ id }) => !taken.includes(id)).slice(0, shownMax) ?? [];
  const pick = (ref: Ref) => {
    onPick({ id: ref.id, name: ref.name });
    setText('');
  };
  return (
    <div className={css.search}>
      <TextField
        label={label}
        hideLabel
        type="search"
        placeholder={label}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (free[0]) pick(free[0]);
        }}
      />
      {found === null ? null : free.length === 0 ? (
        <p className={css.hint} role="status">
          No match.
        </p>
      ) : (
        <ul className={css.found} aria-label="Found">
          {free.map((ref) => (
            <li key={ref.id}>
              <button type="button" onClick={() => pick(ref)}>
                {ref.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type PickerProps = {
  label: string;
  hint?: ReactNode;
  error?: FieldMessage;
  value: Ref | null;
  search: RefSearch;
  /** What no choice means. */
  placeholder?: string;
  disabled: boolean;
  onChange: (ref: Ref | null) => void;
};

/** One other record: searched by its name, taken out by its button. */
export function RefPicker({ value, search, placeholder, disabled, onChange, ...group }: PickerProps) {
  return (
    <FieldGroup {...group}>
      {value ? (
        <div className={css.picked}>
          {value.name}
          {disabled ? null : (
            <Button
              icon
              size="small"
              variant="ghost"
              aria-label={`Remove ${value.name}`}
              onClick={() => onChange(null)}
            >
              <Icon name="close" />
            </Button>
          )}
        </div>
      ) : disabled ? (
        <p className={css.hint}>{placeholder ?? 'None'}</p>
      ) : (
        <>
          <RefSearchBox search={search} label={`Search ${group.label.toLowerCase()}`} onPick={onChange} />
          {placeholder ? <p className={css.hint}>{placeholder}</p> : null}
        </>
      )}
    </FieldGroup>
  );
}
