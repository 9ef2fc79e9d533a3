import type { ReactNode } from 'react';
import { NavLink, Outlet } from 'react-router';
import { factsOf, useUi } from '../platform/ui-state.ts';
import { PageError } from '../shell/pages/PageError.tsx';
import { Kbd } from '../ui/controls/Kbd.tsx';
import { CommandPalette } from '../ui/overlay/CommandPalette.tsx';
import css from './AdminFrame.module.css';
import { adminMenu, type MenuGroup } from './admin-menu.ts';

/** The back office: a menu next to every page, and Ctrl+K everywhere. */
function Frame({ children }: { children: ReactNode }) {
  const menu = adminMenu(factsOf(useUi()));
  const commands = menu.flatMap(({ title, entries }) =>
    entries.map(({ label, to }) => ({ id: to, label, group: title, to })),
  );
  return (
    <div className={css.frame} data-density="compact">
      {menu.length > 0 ? (
        <>
          <nav className={css.rail} aria-label="Back office">
            <Groups menu={menu} />
            <p className={css.hint}>
              Go anywhere with <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
            </p>
          </nav>
          <details className={css.folded}>
            <summary>Back office menu</summary>
            <nav aria-label="Back office menu">
              <Groups menu={menu} />
            </nav>
          </details>
          <CommandPalette commands={commands} />
        </>
      ) : null}
      <div className={css.page}>{children}</div>
    </div>
  );
}

export default function AdminFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A missing record keeps the menu. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Frame>
      <PageError error={error} office />
    </Frame>
  );
}

const Groups = ({ menu }: { menu: readonly MenuGroup[] }) => (
  <div className={css.groups}>
    {menu.map(({ title, entries }) => (
      <section key={title} className={css.group}>
        <h2>{title}</h2>
        <ul>
          {entries.map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} discover="none">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);
