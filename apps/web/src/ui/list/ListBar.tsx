import { t } from '@tuneport/domain/text/text';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Kbd } from '../controls/Kbd.tsx';
import { NativeSelect } from '../form/NativeSelect.tsx';
import { TextField } from '../form/TextField.tsx';
import { Icon } from '../text/Icon.tsx';
import { FilterChips } from './filters/FilterChips.tsx';
import css from './ListBar.module.css';
import type { Column } from './list-columns.ts';
import {
  type FilterSpec,
  isNarrowed,
  type ListState,
  type Sort,
  withFilter,
  withoutFilters,
  withSearch,
  withSort,
} from './list-state.ts';

const searchWaitMs = 250;

type Props<Row> = {
  title: string;
  columns: readonly Column<Row>[];
  filters: readonly FilterSpec[];
  searchLabel?: string;
  search: Ref<HTMLInputElement>;
  state: ListState;
  go: (next: ListState, replace?: boolean) => void;
};

/** Search, filters and, on a phone, sorting of the list. */
export function ListBar<Row>({ title, columns, filters, searchLabel, search, state, go }: Props<Row>) {
  return (
    <search className={css.bar} aria-label={t('Filter {title}', { title })}>
      {searchLabel ? (
        <SearchBox
          ref={search}
          label={searchLabel}
          value={state.search}
          onSearch={(text) => go(withSearch(state, text), true)}
        />
      ) : null}
      <FilterChips
        filters={filters}
        values={state.filters}
        onChange={(id, value) => go(withFilter(state, id, value))}
      />
      <SortSelect columns={columns} sort={state.sort} onSort={(sort) => go(withSort(state, sort))} />
      {isNarrowed(state) ? (
        <Button variant="link" size="small" onClick={() => go(withoutFilters(state))}>
          {t('Clear filters')}
        </Button>
      ) : null}
    </search>
  );
}

type SearchProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onSearch: (text: string) => void;
};

function SearchBox({ ref, label, value, onSearch }: SearchProps) {
  const [text, setText] = useState(value);
  const send = useRef(onSearch);
  send.current = onSearch;
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => send.current(text.trim()), searchWaitMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className={css.search}>
      <TextField
        ref={ref}
        type="search"
        label={label}
        hideLabel
        placeholder={label}
        value={text}
        maxLength={200}
        autoComplete="off"
        before={<Icon name="search" />}
        onChange={(e) => setText(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === 'Escape') e.currentTarget.blur();
        }}
      />
      <span className={css.slash} aria-hidden="true">
        <Kbd>/</Kbd>
      </span>
    </div>
  );
}

type SortSelectProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | null; onSort: (sort: Sort) => void };

/** On a phone there are no column headers to click. */
function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const options = columns
    .filter((c) => c.sortable)
    .flatMap((c) => [
      { value: c.id, label: `${c.label} ↑` },
      { value: `-${c.id}`, label: `${c.label} ↓` },
    ]);
  if (options.length === 0) return null;
  return (
    <NativeSelect
      className={css.sortSelect}
      label={t('Sort by')}
      hideLabel
      placeholder={sort ? undefined : t('Sort by')}
      options={options}
      value={sort ? `${sort.descending ? '-' : ''}${sort.id}` : ''}
      onChange={(e) => {
        const { value } = e.currentTarget;
        if (value === '') return;
        onSort({ id: value.replace(/^-/, ''), descending: value.startsWith('-') });
      }}
    />
  );
}
