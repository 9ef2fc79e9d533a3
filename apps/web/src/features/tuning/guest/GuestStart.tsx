import { t } from '@tuneport/domain/text/text';
import { call, refreshUi } from '../../../platform/api/browser.ts';
import { humanProof } from '../../../platform/api/human-proof.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import css from './guest.module.css';

/** Continues with an e-mail address instead of an account. The reply is the same for every address. */
export function GuestStart({ hint }: { hint?: string }) {
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const recaptcha_token = await humanProof('guest');
    await call('POST /auth/guest', { body: { email: field('email'), recaptcha_token } });
    await refreshUi();
  });
  return (
    <form method="post" className={css.start} noValidate onSubmit={onSubmit}>
      <FormError message={failure.errors.recaptcha_token?.[0] ?? failure.message} />
      <TextField
        label={t('E-mail')}
        name="email"
        type="email"
        autoComplete="email"
        required
        hint={hint ?? t('We send updates and a link to your request to this address.')}
        error={failure.errors.email}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Continue as a guest')}
        </Button>
      </div>
    </form>
  );
}
