import { looksLikeVin } from '@tuneport/domain/catalog/vin/vin-text';
import { t } from '@tuneport/domain/text/text';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { Link } from '../../ui/controls/Link.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './search.module.css';
import type { SearchOption } from './search-site.ts';
import { type TypedResult, useSearch } from './use-search.ts';

type Props = {
  label?: string;
  placeholder?: string;
  initial?: string;
  big?: boolean;
  /** The results page, which the form opens without script. null inside another form. */
  action?: string | null;
  /** On a page with its own list, Enter searches that list; elsewhere it opens the first result. */
  filters?: boolean;
  /** Called when a result is opened. */
  onOpen?: () => void;
  /** Takes the focus, and the results are in the flow instead of overlaying the page. */
  inDialog?: boolean;
};

/** Site search: vehicles, tunes and products by free text, and a vehicle by its VIN. */
export function SearchBox({
  label = t('Find your vehicle'),
  placeholder,
  initial = '',
  big = false,
  action = '/catalog',
  filters = false,
  onOpen,
  inDialog = false,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const result = useSearch(open ? text : '');
  const options = result.groups.flatMap((group) => group.options);
  const shown = open && result.q !== '';
  useSlashKey(input);
  useEffect(() => {
    if (inDialog) input.current?.focus();
  }, [inDialog]);

  const go = (option: SearchOption | undefined) => {
    if (!option) return;
    setOpen(false);
    setActive(-1);
    setText(option.title);
    onOpen?.();
    void navigate(option.to);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (options.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) =>
        at === -1 && step === -1 ? options.length - 1 : (at + step + options.length) % options.length,
      );
    } else if (event.key === 'Enter' && shown && result.q === text.trim()) {
      const chosen = options[active] ?? (!filters || looksLikeVin(text) ? options[0] : undefined);
      if (!chosen || (active === -1 && !result.isSure)) return;
      event.preventDefault();
      go(chosen);
    } else if (event.key === 'Escape') {
      // The browser would clear the box; the first Escape only closes the list.
      if (shown || text !== '') event.preventDefault();
      if (shown) setOpen(false);
      else setText('');
      setActive(-1);
    }
  };

  // A VIN identifies a person and must not appear in a URL; the form may be that of the page.
  useEffect(() => {
    const form = input.current?.form;
    const onSubmit = (event: Event) => {
      const isVin = looksLikeVin(input.current?.value ?? '');
      if (isVin) event.preventDefault();
      setOpen(isVin);
      if (!isVin) onOpen?.();
    };
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [onOpen]);

  return (
    <search className={css.box} data-big={big || undefined} data-in-dialog={inDialog || undefined}>
      <Frame action={action}>
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
        <Icon name="search" size={big ? 20 : 16} className={css.icon} />
        <input
          ref={input}
          id={id}
          name="search"
          type="search"
          className={css.input}
          placeholder={placeholder ?? (big ? t('golf r 2015 dsg, or a VIN') : label)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={120}
          role="combobox"
          aria-expanded={shown && options.length > 0}
          aria-controls={`${id}-hits`}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          aria-keyshortcuts="/"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
            setActive(-1);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <span className={css.slash} aria-hidden="true">
          /
        </span>
        <button type="submit" className={css.go} aria-label={t('Search')}>
          <span className={css.goText}>{t('Search')}</span>
          <Icon name="arrowRight" />
        </button>
      </Frame>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input, so that the list stays until the click */}
      <div className={css.popup} hidden={!shown} onMouseDown={(event) => event.preventDefault()} role="presentation">
        {shown ? <Note result={result} isEmpty={options.length === 0} /> : null}
        <div
          id={`${id}-hits`}
          className={css.hits}
          role="listbox"
          aria-label={t('Results')}
          hidden={options.length === 0}
        >
          {result.groups.map((group, nth) => (
            <fieldset key={group.label} className={css.group} aria-labelledby={`${id}-group-${nth}`}>
              <div id={`${id}-group-${nth}`} className={css.groupLabel}>
                {group.label}
              </div>
              {group.options.map((option) => {
                const at = options.indexOf(option);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the input, as a combobox has them
                  <div
                    key={`${option.to} ${option.title}`}
                    id={`${id}-${at}`}
                    role="option"
                    tabIndex={-1}
                    className={css.hit}
                    aria-selected={at === active}
                    onPointerMove={() => setActive(at)}
                    onClick={() => go(option)}
                  >
                    <OptionText option={option} />
                  </div>
                );
              })}
            </fieldset>
          ))}
        </div>
      </div>
      <span className="visually-hidden" role="status">
        {shown ? statusOf(result, options.length) : ''}
      </span>
    </search>
  );
}

const Frame = ({ action, children }: { action: string | null; children: ReactNode }) =>
  action === null ? (
    <div className={css.form}>{children}</div>
  ) : (
    <Form action={action} method="get" className={css.form}>
      {children}
    </Form>
  );

function statusOf({ note, groups }: TypedResult, count: number): string {
  const found = groups.map(({ label, options }) => `${options.length} ${label.toLowerCase()}`).join(', ');
  return [note ?? '', count > 0 ? t('{found}, arrow keys to choose', { found }) : t('Nothing found')]
    .filter(Boolean)
    .join(' ');
}

function Note({ result: { note, failed, q }, isEmpty }: { result: TypedResult; isEmpty: boolean }) {
  if (note !== null) return <p className={css.note}>{note}</p>;
  if (!isEmpty) return null;
  return (
    <p className={css.note}>
      {failed ? (
        t('Search is not responding. Try again, or choose the make in the catalogue.')
      ) : (
        <>
          {t('We have nothing for “{q}” yet. Try fewer words, or choose the make in the catalogue.', { q })}{' '}
          <Link to="/tuning-ticket">{t('Ask us about it')}</Link>
        </>
      )}
    </p>
  );
}

export const OptionText = ({ option: { title, detail } }: { option: SearchOption }) => (
  <>
    <span className={css.title}>{title}</span>
    {detail ? <span className={css.detail}>{detail}</span> : null}
  </>
);

/** The slash key focuses the first search box of the page. */
function useSlashKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const at = event.target as HTMLElement | null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (at?.closest('input, textarea, select, [contenteditable], dialog')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
