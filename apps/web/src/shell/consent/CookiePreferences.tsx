import { accept, cookiePreferences } from '@tuneport/domain/site/consent';
import { msg, t } from '@tuneport/domain/text/text';
import { useUi } from '../../platform/ui-state.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Switch } from '../../ui/form/Checkbox.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import css from '../shell.module.css';
import { pageTitle } from '../title.ts';
import { consentContext, decideConsent, undecided, useConsent } from './consent-store.ts';

export const meta = () => [{ title: pageTitle(t('Cookie preferences')) }];

const what = {
  required: msg('Keeps you logged in and remembers your cart and region. The site does not work without them.'),
  visitStatistics: msg(
    'Recognizes this browser on your next visit, so that we count you once. Nothing leaves this site.',
  ),
  googleAnalytics: msg('Counts visits, so we can see which pages help and which do not.'),
  facebookPixel: msg('Tells Meta that you visited, so we can measure our ads there.'),
} as const;

export default function CookiePreferences() {
  const ui = useUi();
  const consent = useConsent() ?? undecided;
  if (!ui) return null;
  const context = consentContext(ui);
  const preferences = cookiePreferences(consent, context);
  return (
    <Container width="reading" className={css.preferences}>
      <h1>{t('Cookie preferences')}</h1>
      <p className={css.lead}>{t('Changes apply immediately on this device.')}</p>
      {context.doNotTrack ? (
        <Notice tone="info" title={t('Your browser asks not to be tracked.')}>
          {t('We respect that: everything except the required cookies is off.')}
        </Notice>
      ) : null}
      <div className={css.preferenceList}>
        {preferences.map(({ key, name, on, fixed }) => (
          <div key={key} className={css.preference}>
            <Switch
              label={t(name)}
              hint={t(what[key])}
              checked={on}
              disabled={fixed}
              onChange={(event) => decideConsent(accept({ ...consent, [key]: event.target.checked }))}
            />
          </div>
        ))}
      </div>
    </Container>
  );
}
