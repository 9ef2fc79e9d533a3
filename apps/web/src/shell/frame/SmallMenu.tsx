import { t } from '@tuneport/domain/text/text';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useUi } from '../../platform/ui-state.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { NavLink } from '../../ui/controls/Link.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { showPanel } from '../panels/panel-store.ts';
import { useLoginLink } from '../use-login-link.ts';
import { useLogout } from '../use-logout.ts';
import css from './NavBar.module.css';
import { accountEntries, adminEntries, memberEntries, type NavEntry, publicEntries } from './nav-entries.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** The full menu on narrow screens. */
export default function SmallMenu() {
  const ui = useUi();
  const { pathname } = useLocation();
  const end = useLogout();
  const login = useLoginLink();
  const at = useRef(pathname);
  // Navigation closes the menu.
  useEffect(() => {
    if (at.current !== pathname) showPanel(null);
    at.current = pathname;
  }, [pathname]);
  const groups: { title: string; entries: readonly NavEntry[] }[] = [{ title: t('Site'), entries: publicEntries() }];
  const members = memberEntries(ui);
  if (members.length > 0) groups.push({ title: t('For you'), entries: members });
  if (ui?.user) groups.push({ title: ui.user.name, entries: accountEntries(ui) });
  const admin = adminEntries(ui);
  if (admin.length > 0) groups.push({ title: t('Back office'), entries: admin });
  return (
    <Drawer
      open
      onClose={() => showPanel(null)}
      title={t('Menu')}
      foot={
        ui?.user ? (
          <Button wide onClick={() => void end()}>
            {t('Log out')}
          </Button>
        ) : (
          <ButtonLink wide variant="primary" {...login}>
            {t('Log in')}
          </ButtonLink>
        )
      }
    >
      <div className={css.theme}>
        {t('Colours')} <ThemeSwitch />
      </div>
      <nav aria-label={t('All pages')}>
        {groups.map((group) => (
          <div key={group.title} className={css.group}>
            <h3>{group.title}</h3>
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.to}>
                  <NavLink to={entry.to} className={css.bigLink} onClick={() => showPanel(null)}>
                    {entry.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </Drawer>
  );
}
