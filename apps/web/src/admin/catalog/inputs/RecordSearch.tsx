import { useEffect, useState } from 'react';
import { TextField } from '../../../ui/form/TextField.tsx';
import css from '../catalog-admin.module.css';
import type { SearchedKind } from '../catalog-field.ts';
import { type CatalogRecord, searchRecords } from '../record-calls.ts';

const waitMs = 250;
const shownMax = 8;

/** "Volkswagen 2.0 TSI (2015–2020)": distinguishes records of the same name. */
export function recordName(record: CatalogRecord): string {
  const text = (name: string) => (typeof record[name] === 'string' ? (record[name] as string) : '');
  const name = [text('make_name'), text('name') || text('year')].filter(Boolean).join(' ');
  return [name, text('generation') && `(${text('generation')})`, text('part_number')].filter(Boolean).join(' ');
}

type Props = {
  of: SearchedKind;
  label: string;
  /** More conditions, such as the make. */
  query?: Readonly<Record<string, string | number>>;
  taken?: readonly number[];
  onPick: (record: CatalogRecord) => void;
};

/** Search and choose one of the results. */
export function RecordSearch({ of, label, query, taken = [], onPick }: Props) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly CatalogRecord[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const more = JSON.stringify(query ?? {});

  useEffect(() => {
    if (text.trim() === '') {
      setFound(null);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      searchRecords(of, { ...(JSON.parse(more) as object), search: text.trim(), page: 1 }, abort.signal).then(
        (page) => {
          if (abort.signal.aborted) return;
          setFound(page.data);
          setProblem(null);
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setProblem(error instanceof Error ? error.message : 'The search failed.');
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [of, text, more]);

  const free = found?.filter(({ id }) => !taken.includes(id)).slice(0, shownMax) ?? [];
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
          if (free[0]) {
            onPick(free[0]);
            setText('');
          }
        }}
      />
      {found === null ? null : free.length === 0 ? (
        <p className={css.hint} role="status">
          No other matches.
        </p>
      ) : (
        <ul className={css.found} aria-label="Found">
          {free.map((record) => (
            <li key={record.id}>
              <button
                type="button"
                onClick={() => {
                  onPick(record);
                  setText('');
                }}
              >
                {recordName(record)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
