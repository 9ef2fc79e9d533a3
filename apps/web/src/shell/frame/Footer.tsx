import { useUi } from '../../platform/ui-state.ts';
import { Logo } from '../../ui/brand/Logo.tsx';
import { Link } from '../../ui/controls/Link.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { RegionSwitch } from '../panels/RegionSwitch.tsx';
import css from './Footer.module.css';
import { footerGroups } from './nav-entries.ts';

/** `short` is only the last line: the back office has its own navigation. */
export function Footer({ short = false }: { short?: boolean }) {
  return (
    <footer className={css.footer} data-scheme={short ? undefined : 'dark'} data-short={short || undefined}>
      <Container width={short ? 'full' : 'page'}>
        {short ? null : <Top />}
        <div className={css.bottom}>
          <RegionSwitch />
          <ul>
            <li>
              <Link to="/terms-of-service" discover="none">
                Terms of service
              </Link>
            </li>
            <li>
              <Link to="/privacy-policy" discover="none">
                Privacy policy
              </Link>
            </li>
            <li>
              <Link to="/cookie-preferences" discover="none">
                Cookie preferences
              </Link>
            </li>
          </ul>
        </div>
      </Container>
    </footer>
  );
}

function Top() {
  const ui = useUi();
  const company = ui?.settings.company;
  return (
    <div className={css.top}>
      <div className={css.about}>
        <Logo name={company?.name} />
        <p>Engine and transmission tuning for the car you have, delivered to your tool.</p>
        {company ? (
          <address>
            {company.address ? <span>{company.address}</span> : null}
            {company.phone ? <a href={`tel:${company.phone.replace(/[^+\d]/g, '')}`}>{company.phone}</a> : null}
            {company.email ? <a href={`mailto:${company.email}`}>{company.email}</a> : null}
          </address>
        ) : null}
      </div>
      <nav className={css.groups} aria-label="Footer">
        {footerGroups(ui).map((group) => (
          <div key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.to}>
                  <Link to={entry.to} discover="none">
                    {entry.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
