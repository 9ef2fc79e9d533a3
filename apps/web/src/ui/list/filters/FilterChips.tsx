import { t } from '@tuneport/domain/text/text';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../controls/Button.tsx';
import { RefSearchBox } from '../../form/RefPicker.tsx';
import { Menu } from '../../overlay/Menu.tsx';
import { placePopover } from '../../overlay/place-popover.ts';
import { Icon } from '../../text/Icon.tsx';
import { type FilterSpec, filterText } from '../list-state.ts';
import { ManyValues, PlainInput, RangeInput } from './FilterInputs.tsx';
import css from './filters.module.css';

type Props = {
  filters: readonly FilterSpec[];
  values: Readonly<Record<string, string>>;
  onChange: (id: string, value: string | null) => void;
};

/** Active filters are shown as chips; the others are in the "Filter" menu. */
export function FilterChips({ filters, values, onChange }: Props) {
  const [fresh, setFresh] = useState<string | null>(null);
  const on = filters.filter((f) => values[f.id] !== undefined || f.id === fresh);
  const off = filters.filter((f) => !on.includes(f));
  return (
    <>
      {on.map((filter) => (
        <Chip
          key={filter.id}
          filter={filter}
          value={values[filter.id]}
          startOpen={filter.id === fresh}
          onClosed={() => setFresh(null)}
          onChange={(value) => onChange(filter.id, value)}
        />
      ))}
      {off.length > 0 ? (
        <Menu
          label={t('Filter')}
          variant="ghost"
          entries={off.map((f) => ({ label: f.label, onSelect: () => setFresh(f.id) }))}
        >
          <Icon name="filter" />
          {t('Filter')}
        </Menu>
      ) : null}
    </>
  );
}

type ChipProps = {
  filter: FilterSpec;
  value: string | undefined;
  startOpen: boolean;
  onClosed: () => void;
  onChange: (value: string | null) => void;
};

function Chip({ filter, value, startOpen, onClosed, onChange }: ChipProps) {
  const [open, setOpen] = useState(startOpen);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const close = (focus: boolean) => {
    setOpen(false);
    onClosed();
    if (focus) button.current?.focus();
  };
  const closeRef = useRef(close);
  closeRef.current = close;

  useEffect(() => {
    const box = panel.current;
    if (!open || !box || !button.current) return;
    box.showPopover();
    placePopover(box, button.current);
    box.querySelector<HTMLElement>('input:checked, input, select')?.focus();
    const away = (event: Event) => {
      if (event.target instanceof Node && !box.contains(event.target) && !button.current?.contains(event.target)) {
        closeRef.current(false);
      }
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);

  const take = (next: string | null) => {
    onChange(next);
    close(true);
  };
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('value');
    take(typeof text === 'string' && text.trim() !== '' ? text.trim() : null);
  };

  return (
    <span className={css.chip}>
      <button ref={button} type="button" aria-expanded={open} onClick={() => (open ? close(false) : setOpen(true))}>
        <span className={css.chipLabel}>{filter.label}</span>
        <span className={css.chipValue}>
          {value === undefined ? (
            '…'
          ) : filter.kind === 'ref' ? (
            <RefName filter={filter} value={value} />
          ) : (
            filterText(filter, value)
          )}
        </span>
      </button>
      {value === undefined ? null : (
        <button
          type="button"
          aria-label={t('Remove the filter {label}', { label: filter.label })}
          onClick={() => onChange(null)}
        >
          <Icon name="close" size={12} />
        </button>
      )}
      {open ? (
        <div
          ref={panel}
          popover="manual"
          role="dialog"
          aria-label={t('Filter by {label}', { label: filter.label })}
          className={css.panel}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close(true);
          }}
        >
          {filter.kind === 'ref' ? (
            <RefSearchBox
              search={filter.search}
              label={t('Search: {label}', { label: filter.label })}
              onPick={({ id }) => {
                onChange(String(id));
                close(true);
              }}
            />
          ) : filter.kind === 'range' ? (
            <RangeInput filter={filter} value={value} onApply={take} />
          ) : filter.kind === 'select' && filter.many ? (
            <ManyValues filter={filter} value={value} onApply={take} />
          ) : (
            <form method="post" onSubmit={apply}>
              <PlainInput filter={filter} value={value} />
              <Button type="submit" wide>
                {t('Apply')}
              </Button>
            </form>
          )}
        </div>
      ) : null}
    </span>
  );
}

type RefFilter = Extract<FilterSpec, { kind: 'ref' }>;

/** The name of the record whose id the address has. */
function RefName({ filter, value }: { filter: RefFilter; value: string }) {
  const { nameOf } = filter;
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    nameOf(Number(value)).then(
      (found) => gone || setName(found),
      () => gone || setName(value),
    );
    return () => {
      gone = true;
    };
  }, [nameOf, value]);
  return name ?? '…';
}
