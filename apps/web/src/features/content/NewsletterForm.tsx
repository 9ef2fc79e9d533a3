import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ActionFunctionArgs, redirect, useActionData, useSearchParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { formAction, type SentForm } from '../../platform/api/form-action.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import css from './newsletter.module.css';

/** The server action of pages with the form; without script it opens the same page again. */
export const newsletterAction = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    await send('POST /newsletter', { body: { email: field('email') } });
    return redirect(`${new URL(args.request.url).pathname}?newsletter=requested`, 303);
  });

export function NewsletterForm() {
  const sent = useActionData() as SentForm | undefined;
  const [search] = useSearchParams();
  const [requested, setRequested] = useState(search.get('newsletter') === 'requested');
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /newsletter', { body: { email: field('email') } });
    setRequested(true);
  }, sent);
  return (
    <section className={css.box} aria-labelledby="newsletter">
      <h2 id="newsletter">{t('Newsletter')}</h2>
      {requested ? (
        <Notice tone="good" title={t('Check your inbox.')}>
          {t('We sent you a link. Open it to confirm your subscription.')}
        </Notice>
      ) : (
        <>
          <p>{t('New tunes, tools and guides, about once a month. Unsubscribe with one click.')}</p>
          <form method="post" className={css.form} onSubmit={onSubmit}>
            <TextField
              label={t('E-mail address')}
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              defaultValue={sent?.values.email ?? ''}
              error={failure.errors.email}
            />
            <Button type="submit" variant="primary" busy={busy}>
              {t('Subscribe')}
            </Button>
          </form>
          <FormError message={failure.message} />
        </>
      )}
    </section>
  );
}
