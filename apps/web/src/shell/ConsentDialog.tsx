import { accept, cookiePreferences, onlyRequired, showsConsentDialog, type Ticks } from '@tuneport/domain/consent';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useUi } from '../platform/ui-state.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/field/Tick.tsx';
import { decideConsent, surroundings, useConsent } from './consent-store.ts';
import css from './Later.module.css';

/** Asks once, does not block the page, and treats both answers alike. */
export function ConsentDialog() {
  const ui = useUi();
  const consent = useConsent();
  const titleId = useId();
  const [ticks, setTicks] = useState<Ticks>({});
  if (!ui || !consent) return null;
  const around = surroundings(ui);
  if (!showsConsentDialog(consent, around)) return null;
  const preferences = cookiePreferences(
    { ...consent, consent: true, googleAnalytics: false, facebookPixel: false, ...ticks },
    around,
  );
  return (
    <div role="dialog" aria-labelledby={titleId} className={css.consent}>
      <h2 id={titleId}>Cookies on this site</h2>
      <p>
        We need a few to keep you logged in and your cart together. Others only if you tick them.{' '}
        <Link to="/cookie-preferences">Change this later</Link>
      </p>
      <div className={css.ticks}>
        {preferences.map(({ key, name, on, fixed }) => (
          <Checkbox
            key={key}
            label={name}
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
          Only required
        </Button>
        <Button size="small" onClick={() => decideConsent(accept(ticks))}>
          Accept
        </Button>
      </div>
    </div>
  );
}
