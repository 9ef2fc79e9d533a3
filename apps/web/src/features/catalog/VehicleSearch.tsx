import { vehicleTitle } from '@tuneport/domain/vehicle-name';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { call } from '../../platform/browser.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { VehicleHit } from './catalog-types.ts';
import css from './picker.module.css';
import { plural } from './vehicle-texts.ts';

const waitMs = 120;
const hitsMax = 8;

type Found = { readonly q: string; readonly hits: readonly VehicleHit[]; readonly failed: boolean };

/** Hits for what is typed; the old ones stay until the new ones are here. */
function useHits(q: string): Found {
  const [found, setFound] = useState<Found>({ q: '', hits: [], failed: false });
  const wanted = q.trim();
  useEffect(() => {
    if (wanted === '') return setFound({ q: '', hits: [], failed: false });
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('GET /v1/catalog/search', { query: { q: wanted, limit: hitsMax }, signal: stop.signal }).then(
        (hits) => setFound({ q: wanted, hits, failed: false }),
        () => {
          if (!stop.signal.aborted) setFound({ q: wanted, hits: [], failed: true });
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return found;
}

type Props = { initial?: string; big?: boolean; label?: string };

/** Finds a vehicle by whatever people type. Without script the form asks /catalog, which lists the same hits. */
export function VehicleSearch({ initial = '', big = false, label = 'Find your vehicle' }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { q, hits, failed } = useHits(open ? text : '');
  const shown = open && q !== '';

  // The slash key leads here from anywhere on the page, as in every tool people search in all day.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const at = event.target as HTMLElement | null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (at?.closest('input, textarea, select, [contenteditable], dialog')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const go = (hit: VehicleHit | undefined) => {
    if (!hit) return;
    setOpen(false);
    setActive(-1);
    setText(hit.label);
    void navigate(hit.path);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (hits.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) => (at === -1 && step === -1 ? hits.length - 1 : (at + step + hits.length) % hits.length));
    } else if (event.key === 'Enter' && shown && hits.length > 0 && q === text.trim()) {
      event.preventDefault();
      go(hits[Math.max(active, 0)]);
    } else if (event.key === 'Escape') {
      // The browser would clear the box at once; the first press only closes the list.
      event.preventDefault();
      if (shown) setOpen(false);
      else setText('');
      setActive(-1);
    }
  };

  return (
    <search className={css.search} data-big={big || undefined}>
      <Form action="/catalog" method="get" className={css.searchForm}>
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
        <Icon name="search" size={big ? 20 : 16} className={css.searchIcon} />
        <input
          ref={input}
          id={id}
          name="search"
          type="search"
          className={css.searchInput}
          placeholder={big ? 'golf r 2015 dsg' : label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={120}
          role="combobox"
          aria-expanded={shown && hits.length > 0}
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
        <button type="submit" className={css.searchGo} aria-label="Search">
          <span className={css.searchGoText}>Search</span>
          <Icon name="arrowRight" />
        </button>
      </Form>
      <div
        id={`${id}-hits`}
        className={css.hits}
        role="listbox"
        aria-label="Vehicles"
        hidden={!shown || hits.length === 0}
      >
        {hits.map((hit, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the input, as a combobox has them
          <div
            key={hit.path}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            className={css.hit}
            aria-selected={at === active}
            onPointerMove={() => setActive(at)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(hit)}
          >
            <HitText hit={hit} />
          </div>
        ))}
      </div>
      {shown && hits.length === 0 ? (
        <p className={css.noHits}>
          {failed ? (
            'The search did not answer. Try again, or choose the make below.'
          ) : (
            <>
              {`We have no vehicle for “${q}” yet. Try fewer words, choose the make below, or `}
              <a href="/tuning-ticket">ask us about it</a>.
            </>
          )}
        </p>
      ) : null}
      <span className="visually-hidden" role="status">
        {shown
          ? hits.length > 0
            ? `${plural(hits.length, 'vehicle')}, arrow keys to choose`
            : 'No vehicle found'
          : ''}
      </span>
    </search>
  );
}

/** What was found, the vehicle before its engine. */
export function HitText({ hit }: { hit: VehicleHit }) {
  const vehicle = vehicleTitle({ year: hit.year?.name, make: hit.make.name, model: hit.model?.name });
  const rest = [hit.engine?.name, hit.transmission?.name].filter(Boolean).join(', ');
  return (
    <>
      <span className={css.hitVehicle}>{vehicle}</span>
      {rest ? <span className={css.hitEngine}>{rest}</span> : null}
    </>
  );
}
