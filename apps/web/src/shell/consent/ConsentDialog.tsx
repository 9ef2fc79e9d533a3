import { accept, cookiePreferences, onlyRequired, showsConsentDialog, type Ticks } from '@tuneport/domain/site/consent';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { onFirstInteraction } from '../../ui/controls/first-interaction.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from '../panels/DeferredPanels.module.css';
import { consentContext, decideConsent, useConsent } from './consent-store.ts';

/** Asks once, does not block the page, and gives both answers the same prominence. */
export function ConsentDialog() {
  const ui = useUi();
  const consent = useConsent();
  const titleId = useId();
  const [ticks, setTicks] = useState<Ticks>({});
  const context = ui && consentContext(ui);
  if (!consent || !context || !showsConsentDialog(consent, context)) return null;
  const preferences = cookiePreferences(accept(ticks), context);
  return (
    <Sheet labelledBy={titleId}>
      <div>
        <h2 id={titleId}>{t('Cookies on this site')}</h2>
        {/* Short pieces: what a page has to say stays the largest text on a phone, and that is there from the first paint. */}
        <p>{t('We use cookies to keep you logged in and remember your cart.')}</p>
        <p>
          {rich('Optional cookies are off until you turn them on. <link>Change this later</link>', {
            link: (text) => <Link to="/cookie-preferences">{text}</Link>,
          })}
        </p>
      </div>
      <div className={css.ticks}>
        {preferences.map(({ key, name, on, fixed }) => (
          <Checkbox
            key={key}
            label={t(name)}
            checked={on}
            disabled={fixed}
            onChange={(event) => {
              const { checked } = event.target;
              setTicks((before) => ({ ...before, [key]: checked }));
            }}
          />
        ))}
      </div>
      <div className={css.buttons}>
        <Button size="small" onClick={() => decideConsent(onlyRequired())}>
          {t('Only required')}
        </Button>
        <Button size="small" onClick={() => decideConsent(accept(ticks))}>
          {t('Accept')}
        </Button>
      </div>
    </Sheet>
  );
}

/**
 * It is fixed to the bottom edge, and the page is extended by its height so that it covers nothing. Sticky
 * elements at the bottom are placed above it (--sheet-h).
 */
function Sheet({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const sheet = ref.current;
    const { style } = document.documentElement;
    if (!sheet) return;
    const measure = () =>
      style.setProperty('--sheet-h', `${Math.ceil(window.innerHeight - sheet.getBoundingClientRect().top)}px`);
    const observer = new ResizeObserver(measure);
    let gone = false;
    // Changing it restyles every element, and the end of the page is not visible before scrolling.
    void onFirstInteraction().then(() => {
      if (gone) return;
      observer.observe(sheet);
      window.addEventListener('resize', measure);
    });
    return () => {
      gone = true;
      observer.disconnect();
      window.removeEventListener('resize', measure);
      style.removeProperty('--sheet-h');
    };
  }, []);
  return (
    <div ref={ref} role="dialog" aria-labelledby={labelledBy} className={css.consent}>
      {children}
    </div>
  );
}
