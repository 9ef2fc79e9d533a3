import { queueCountMax } from '@tuneport/domain/site/work-queues';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUser } from '../../platform/ui-state.ts';
import { Link } from '../../ui/controls/Link.tsx';
import { matchCommands } from '../../ui/overlay/command-match.ts';
import { Icon } from '../../ui/text/Icon.tsx';
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx';
import { activeEntry, type MenuEntry, type MenuGroup } from '../admin-menu.ts';
import { OfficeIcon, type OfficeIconName } from './OfficeIcon.tsx';
import css from './Rail.module.css';
import { toggleOpen, togglePin, useRailMemory } from './rail-memory.ts';
import type { WorkCounts } from './use-work-counts.ts';

/** A menu this short needs no folding. */
const shortMenu = 8;
const recentShown = 5;

type Props = { menu: readonly MenuGroup[]; counts: WorkCounts };

/** The menu of the back office: filter, pins, groups, recent records; reports and settings at the bottom. */
export function Rail({ menu, counts }: Props) {
  const { pathname } = useLocation();
  const memory = useRailMemory(useUser()?.id ?? null);
  const [typed, setTyped] = useState('');
  const active = activeEntry(menu, pathname);
  const scroller = useActiveInView(active?.to);
  const all = menu.flatMap(({ entries }) => entries);
  const pinned = memory.pins.flatMap((to) => all.filter((entry) => entry.to === to));
  const row = (entry: MenuEntry, { icon, copy = false }: { icon?: OfficeIconName; copy?: boolean } = {}) => (
    <EntryRow
      key={entry.to}
      entry={entry}
      icon={icon}
      active={entry === active && !copy}
      count={entry.count === undefined ? undefined : counts[entry.count]}
      pinned={memory.pins.includes(entry.to)}
    />
  );
  const isOpen = ({ title, entries }: MenuGroup) =>
    all.length <= shortMenu || memory.open.includes(title) || (active !== null && entries.includes(active));
  const group = (one: MenuGroup) =>
    one.entries.length === 1 && one.entries[0]?.label === one.title ? (
      <ul key={one.title} className={css.rows}>
        {row(one.entries[0], { icon: one.icon })}
      </ul>
    ) : (
      <Group
        key={one.title}
        group={one}
        counts={counts}
        open={isOpen(one)}
        onToggle={all.length <= shortMenu ? undefined : () => toggleOpen(one.title)}
      >
        {one.entries.map((entry) => row(entry))}
      </Group>
    );
  return (
    <div className={css.rail}>
      <Filter menu={menu} typed={typed} onType={setTyped} />
      <div className={css.scroll} ref={scroller}>
        {typed.trim() !== '' ? (
          <Matches entries={matching(menu, typed)} row={row} />
        ) : (
          <>
            {pinned.length > 0 ? (
              <Section title="Pinned">{pinned.map((entry) => row(entry, { copy: true }))}</Section>
            ) : null}
            {menu.filter(({ foot }) => !foot).map(group)}
            {memory.recent.length > 0 ? (
              <Section title="Recent">
                {memory.recent.slice(0, recentShown).map(({ to, title }) => (
                  <li key={to} className={css.row}>
                    <Link to={to} discover="none" className={css.link} title={title}>
                      <span className={css.label}>{title}</span>
                    </Link>
                  </li>
                ))}
              </Section>
            ) : null}
          </>
        )}
      </div>
      <div className={css.foot}>
        {typed.trim() === '' ? menu.filter(({ foot }) => foot).map(group) : null}
        <Link to="/cookie-preferences" discover="none" className={css.legal}>
          Cookie preferences
        </Link>
      </div>
    </div>
  );
}

const matching = (menu: readonly MenuGroup[], typed: string): MenuEntry[] =>
  matchCommands(
    menu.flatMap(({ title, entries }) => entries.map((entry) => ({ ...entry, id: entry.to, group: title }))),
    typed,
  );

function Filter({
  menu,
  typed,
  onType,
}: {
  menu: readonly MenuGroup[];
  typed: string;
  onType: (text: string) => void;
}) {
  const navigate = useNavigate();
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      event.stopPropagation();
      onType('');
    }
    const first = event.key === 'Enter' ? matching(menu, typed)[0] : undefined;
    if (first) {
      onType('');
      void navigate(first.to);
    }
  };
  return (
    <label className={css.filter}>
      <VisuallyHidden>Filter menu</VisuallyHidden>
      <Icon name="filter" />
      <input
        type="search"
        placeholder="Filter menu"
        autoComplete="off"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKey}
      />
    </label>
  );
}

const Matches = ({ entries, row }: { entries: readonly MenuEntry[]; row: (entry: MenuEntry) => ReactNode }) =>
  entries.length === 0 ? (
    <p className={css.none} role="status">
      No menu entry matches. Press Ctrl K to search records.
    </p>
  ) : (
    <ul className={css.rows}>{entries.map((entry) => row(entry))}</ul>
  );

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <div className={css.section}>
      <h2 id={id}>{title}</h2>
      <ul className={css.rows} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  );
};

function Group({
  group: { title, icon, entries },
  counts,
  open,
  onToggle,
  children,
}: {
  group: MenuGroup;
  counts: WorkCounts;
  open: boolean;
  onToggle: (() => void) | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const waiting = entries.reduce((sum, { count }) => sum + ((count && counts[count]) || 0), 0);
  const head = (
    <>
      <OfficeIcon name={icon} />
      <span className={css.label}>{title}</span>
    </>
  );
  return (
    <div className={css.group}>
      {onToggle ? (
        <button type="button" className={css.head} aria-expanded={open} aria-controls={id} onClick={onToggle}>
          {head}
          {open ? null : <Count value={waiting} />}
          <Icon name="chevronDown" className={css.chevron} />
        </button>
      ) : (
        <h2 className={css.head}>{head}</h2>
      )}
      <ul id={id} className={css.rows} hidden={!open}>
        {children}
      </ul>
    </div>
  );
}

function EntryRow({
  entry: { label, to },
  icon,
  active,
  count,
  pinned,
}: {
  entry: MenuEntry;
  icon: OfficeIconName | undefined;
  active: boolean;
  count: number | undefined;
  pinned: boolean;
}) {
  return (
    <li className={css.row} data-plain={icon ? true : undefined}>
      <Link to={to} discover="none" className={css.link} aria-current={active ? 'page' : undefined}>
        {icon ? <OfficeIcon name={icon} /> : null}
        <span className={css.label}>{label}</span>
        <Count value={count ?? 0} />
      </Link>
      {icon ? null : (
        <button
          type="button"
          className={css.pin}
          aria-pressed={pinned}
          aria-label={`Pin ${label}`}
          title={pinned ? 'Unpin' : 'Pin to the top'}
          onClick={() => togglePin(to)}
        >
          <OfficeIcon name="star" size={14} />
        </button>
      )}
    </li>
  );
}

const Count = ({ value }: { value: number }) =>
  value === 0 ? null : (
    <span className={css.count}>
      {value >= queueCountMax ? '999+' : value}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  );

/** Scrolls only the rail, never the page. */
function useActiveInView(to: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is the reason to look for it
  useEffect(() => {
    const box = scroller.current;
    const link = box?.querySelector('[aria-current=page]');
    if (!box || !link) return;
    const [at, frame] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
    if (at.top < frame.top) box.scrollTop -= frame.top - at.top + 8;
    else if (at.bottom > frame.bottom) box.scrollTop += at.bottom - frame.bottom + 8;
  }, [to]);
  return scroller;
}
