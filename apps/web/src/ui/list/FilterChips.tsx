import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { NativeSelect } from '../form/NativeSelect.tsx';
import { RefSearchBox } from '../form/RefPicker.tsx';
import { TextField } from '../form/TextField.tsx';
import { Menu } from '../overlay/Menu.tsx';
import { placePopover } from '../overlay/place-popover.ts';
import { Icon } from '../text/Icon.tsx';
import css from './ListPage.module.css';
import { type FilterSpec, filterText } from './list-state.ts';

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
          label="Filter"
          variant="ghost"
          entries={off.map((f) => ({ label: f.label, onSelect: () => setFresh(f.id) }))}
        >
          <Icon name="filter" />
          Filter
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
    box.querySelector<HTMLElement>('input, select')?.focus();
    const away = (event: Event) => {
      if (event.target instanceof Node && !box.contains(event.target) && !button.current?.contains(event.target)) {
        closeRef.current(false);
      }
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('value');
    onChange(typeof text === 'string' && text.trim() !== '' ? text.trim() : null);
    close(true);
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
        <button type="button" aria-label={`Remove the filter ${filter.label}`} onClick={() => onChange(null)}>
          <Icon name="close" size={12} />
        </button>
      )}
      {open ? (
        <div
          ref={panel}
          popover="manual"
          role="dialog"
          aria-label={`Filter by ${filter.label}`}
          className={css.panel}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close(true);
          }}
        >
          {filter.kind === 'ref' ? (
            <RefSearchBox
              search={filter.search}
              label={`Search ${filter.label.toLowerCase()}`}
              onPick={({ id }) => {
                onChange(String(id));
                close(true);
              }}
            />
          ) : (
            <form onSubmit={apply}>
              <FilterInput filter={filter} value={value} />
              <Button type="submit" wide>
                Apply
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

type PlainFilter = Exclude<FilterSpec, { kind: 'ref' }>;

function FilterInput({ filter, value }: { filter: PlainFilter; value: string | undefined }) {
  if (filter.kind === 'select' || filter.kind === 'boolean') {
    const options =
      filter.kind === 'select'
        ? filter.options
        : [
            { value: 'true', label: filterText(filter, 'true') },
            { value: 'false', label: filterText(filter, 'false') },
          ];
    return (
      <NativeSelect name="value" label={filter.label} options={options} placeholder="Any" defaultValue={value ?? ''} />
    );
  }
  return (
    <TextField
      name="value"
      label={filter.label}
      type={filter.kind === 'date' ? 'date' : 'text'}
      defaultValue={value}
      maxLength={filter.kind === 'text' ? 200 : undefined}
      autoComplete="off"
    />
  );
}
