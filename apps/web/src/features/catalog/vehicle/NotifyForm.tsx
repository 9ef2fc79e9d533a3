import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import engineCss from './engine.module.css';
import css from './notify-form.module.css';

/**
 * Shown when no tune is sold for this engine yet: sends one mail when there is one. Not a form element, because it is
 * inside the form of the page.
 */
export function NotifyForm({ engine, vehicle }: { engine: number; vehicle: string }) {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();

  const send = async () => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await call('POST /ecu/notify', { body: { email, engine, vehicle: vehicle.slice(0, 300) } });
      setSentTo(email.trim());
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause.errors.email?.[0] ?? cause.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className={css.notify} aria-labelledby="notify-title">
      <h2 id="notify-title" className={engineCss.sectionTitle}>
        {t('No tune for this engine yet')}
      </h2>
      {sentTo !== null ? (
        <Notice tone="good" live title={t('We will let you know.')}>
          {t(
            'We will send one e-mail to {sentTo} when this vehicle has its first tune, and nothing else. You can unsubscribe at any time.',
            { sentTo },
          )}
        </Notice>
      ) : (
        <>
          <p className={engineCss.quiet}>
            {t('Enter your e-mail address and we will send you one e-mail when there is. Nothing else.')}
          </p>
          <div className={css.notifyRow}>
            <TextField
              label={t('E-mail')}
              type="email"
              autoComplete="email"
              placeholder={t('name@example.com')}
              value={email}
              error={error}
              onChange={(event) => setEmail(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                void send();
              }}
            />
            <Button variant="primary" busy={busy} onClick={() => void send()}>
              {t('Notify me')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
