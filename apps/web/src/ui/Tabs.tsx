import { NavLink } from 'react-router';
import css from './Small.module.css';

export type Tab = { label: string; to: string; end?: boolean; count?: number };

/** Tabs are links: the address says which one is open, and it can be sent to somebody. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end ?? false} className={() => css.tab ?? ''} preventScrollReset>
          {tab.label}
          {tab.count === undefined ? null : <span className={css.count}>{tab.count}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
