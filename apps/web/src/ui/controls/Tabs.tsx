import { useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { cx } from '../class-names.ts';
import css from './Tabs.module.css';

export type Tab = {
  label: string;
  to: string;
  end?: boolean;
  count?: number;
  /** For tabs that differ by their query only; otherwise the path decides. */
  current?: boolean;
};

type Props = {
  tabs: readonly Tab[];
  label: string;
  /** A vertical list on wide screens, for more sections than fit in a row. */
  rail?: boolean;
};

/** Tabs are links: the URL contains the open tab and can be shared. */
export function Tabs({ tabs, label, rail = false }: Props) {
  const ref = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  // On a phone the open one may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address opens another tab
  useEffect(() => {
    const row = ref.current;
    const open = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && open) row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }, [pathname, search]);
  return (
    <nav ref={ref} className={cx(css.tabs, rail && css.rail)} aria-label={label}>
      {tabs.map((tab) => {
        const content = (
          <>
            {tab.label}
            {tab.count === undefined ? null : <span className={css.count}>{tab.count}</span>}
          </>
        );
        return tab.current === undefined ? (
          <NavLink key={tab.to} to={tab.to} end={tab.end ?? false} className={() => css.tab ?? ''} preventScrollReset>
            {content}
          </NavLink>
        ) : (
          <Link
            key={tab.to}
            to={tab.to}
            className={css.tab}
            aria-current={tab.current ? 'page' : undefined}
            preventScrollReset
          >
            {content}
          </Link>
        );
      })}
    </nav>
  );
}
