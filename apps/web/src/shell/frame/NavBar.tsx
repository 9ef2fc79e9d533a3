import { language, plural, t } from '@tuneport/domain/text/text';
import { useCartMemory } from '../../features/store/cart/cart-memory.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Logo } from '../../ui/brand/Logo.tsx';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { Link, NavLink } from '../../ui/controls/Link.tsx';
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { showPanel } from '../panels/panel-store.ts';
import { useLoginLink } from '../use-login-link.ts';
import { useLogout } from '../use-logout.ts';
import css from './NavBar.module.css';
import { NotificationButton } from './NotificationButton.tsx';
import { accountEntries, adminEntries, memberEntries, type NavEntry, publicEntries } from './nav-entries.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export function NavBar() {
  const ui = useUi();
  const login = useLoginLink();
  const members = memberEntries(ui);
  const extra = [language() === 'fr', Boolean(ui?.user), members.length > 1].filter(Boolean).length;
  return (
    <header className={css.bar}>
      <nav className={css.inner} data-extra={extra} aria-label={t('Main')}>
        <Link
          to="/"
          className={css.home}
          aria-label={t('{name}, home page', { name: ui?.settings.company.name ?? 'Tuneport' })}
        >
          <Logo name={ui?.settings.company.name} />
        </Link>
        <ul className={css.links}>
          {publicEntries().map((entry) => (
            <NavItem key={entry.to} entry={entry} />
          ))}
        </ul>
        <div className={css.side}>
          {members.length > 0 ? (
            <ul className={css.links}>
              {members.map((entry) => (
                <NavItem key={entry.to} entry={entry} />
              ))}
            </ul>
          ) : null}
          <span className={css.wideOnly}>
            <ThemeSwitch />
          </span>
          <SearchButton />
          {ui?.user ? <NotificationButton /> : null}
          <CartButton />
          {ui?.user ? (
            <UserMenu />
          ) : (
            <ButtonLink {...login} variant="quiet" size="small" className={css.login}>
              {t('Log in')}
            </ButtonLink>
          )}
          <Button
            variant="ghost"
            icon
            className={css.menuButton}
            aria-label={t('Open menu')}
            onClick={() => showPanel('menu')}
          >
            <Icon name="menu" size={20} />
          </Button>
        </div>
      </nav>
    </header>
  );
}

/** Without script it links to the search page. */
const SearchButton = () => (
  <ButtonLink
    to="/catalog"
    variant="ghost"
    icon
    className={css.search}
    aria-label={t('Search')}
    onClick={(event) => {
      event.preventDefault();
      showPanel('search');
    }}
  >
    <Icon name="search" size={20} />
  </ButtonLink>
);

function CartButton() {
  const count = useCartMemory().entries.reduce((all, { quantity }) => all + quantity, 0);
  const label =
    count === 0 ? t('Open cart') : plural(count, { one: 'Open cart, {count} item', other: 'Open cart, {count} items' });
  return (
    <Button variant="ghost" icon aria-label={label} className={css.cart} onClick={() => showPanel('cart')}>
      <Icon name="cart" size={20} />
      {count > 0 ? (
        <span className={css.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </Button>
  );
}

const NavItem = ({ entry }: { entry: NavEntry }) => (
  <li>
    <NavLink to={entry.to} className={css.link}>
      {entry.label}
    </NavLink>
  </li>
);

function UserMenu() {
  const ui = useUi();
  const end = useLogout();
  const admin = adminEntries(ui);
  const entries: MenuEntry[] = [...accountEntries(ui)];
  if (admin.length > 0) entries.push('rule', ...admin);
  entries.push('rule', { label: t('Log out'), onSelect: () => void end() });
  return (
    <span className={css.user}>
      <Menu
        label={t('Account of {name}', { name: ui?.user?.name ?? '' })}
        variant="ghost"
        size="small"
        entries={entries}
      >
        <span className={css.userName}>{ui?.user?.name}</span>
      </Menu>
    </span>
  );
}
