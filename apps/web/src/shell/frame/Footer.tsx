import { t } from '@tuneport/domain/text/text';
import { useUi } from '../../platform/ui-state.ts';
import { Logo } from '../../ui/brand/Logo.tsx';
import { Link } from '../../ui/controls/Link.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { RegionSwitch } from '../panels/RegionSwitch.tsx';
import css from './Footer.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { footerGroups } from './nav-entries.ts';

/** Short pages have a short footer: without the address and the directory of the site. */
export function Footer({ short }: { short: boolean }) {
  return (
    <footer className={css.footer} data-scheme="dark" data-short={short || undefined}>
      <Container>
        {short ? null : <Top />}
        <div className={css.bottom}>
          <RegionSwitch />
          <LanguageSwitch />
          <ul>
            <li>
              <Link to="/terms-of-service" discover="none">
                {t('Terms of service')}
              </Link>
            </li>
            <li>
              <Link to="/privacy-policy" discover="none">
                {t('Privacy policy')}
              </Link>
            </li>
            <li>
              <Link to="/cookie-preferences" discover="none">
                {t('Cookie preferences')}
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
        <p>{t('Engine and transmission tuning for the car you have, delivered to your tool.')}</p>
        {company ? (
          <address>
            {company.address ? <span>{company.address}</span> : null}
            {company.phone ? <a href={`tel:${company.phone.replace(/[^+\d]/g, '')}`}>{company.phone}</a> : null}
            {company.email ? <a href={`mailto:${company.email}`}>{company.email}</a> : null}
          </address>
        ) : null}
      </div>
      <nav className={css.groups} aria-label={t('Footer')}>
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
