import { useUi } from '../../platform/ui-state.ts';
import { NotificationButton } from '../../shell/frame/NotificationButton.tsx';
import { ThemeSwitch } from '../../shell/frame/ThemeSwitch.tsx';
import { useLogout } from '../../shell/use-logout.ts';
import { Logo } from '../../ui/brand/Logo.tsx';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { Kbd } from '../../ui/controls/Kbd.tsx';
import { Link } from '../../ui/controls/Link.tsx';
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './AdminFrame.module.css';

type Props = { home: string; onMenu: (() => void) | null; onSearch: (() => void) | null };

/** The bar above every page of the back office: menu on small screens, home, search, site, account. */
export function OfficeBar({ home, onMenu, onSearch }: Props) {
  const ui = useUi();
  const name = ui?.settings.company.name;
  return (
    <header className={css.bar}>
      {onMenu ? (
        <Button variant="ghost" icon className={css.menuButton} aria-label="Open back office menu" onClick={onMenu}>
          <Icon name="menu" size={20} />
        </Button>
      ) : null}
      <Link to={home} className={css.logo} aria-label={`${name ?? 'Tuneport'} back office, home`}>
        <Logo name={name} size={24} />
      </Link>
      {onSearch ? (
        <button type="button" className={css.search} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          <Icon name="search" />
          <span className={css.searchText}>Search or run a command</span>
          <span className={css.keys}>
            <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
          </span>
        </button>
      ) : null}
      <div className={css.side}>
        <ButtonLink to="/" variant="ghost" size="small" className={css.site} discover="none">
          <Icon name="external" />
          View site
        </ButtonLink>
        <ThemeSwitch />
        {ui?.user ? <NotificationButton /> : null}
        {ui?.user ? <AccountMenu name={ui.user.name} /> : null}
      </div>
    </header>
  );
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((part) => part.slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase();

function AccountMenu({ name }: { name: string }) {
  const end = useLogout();
  const entries: MenuEntry[] = [
    { label: 'Profile', icon: 'user', to: '/profile' },
    { label: 'Security', icon: 'lock', to: '/profile/security' },
    { label: 'View site', icon: 'external', to: '/' },
    'rule',
    { label: 'Log out', onSelect: () => void end() },
  ];
  return (
    <Menu label={`Account of ${name}`} variant="ghost" size="small" entries={entries}>
      <span className={css.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={css.name}>{name}</span>
    </Menu>
  );
}
