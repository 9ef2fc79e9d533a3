import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { useGuestEmail } from '../../../platform/ui-state.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';

/** Tells a guest how to get back to the request, and that the mailed link makes an account. */
export function GuestHint() {
  const email = useGuestEmail();
  const [sent, setSent] = useState(false);
  const { busy, failure, run } = useSubmit(async () => {
    await call('POST /auth/guest/link');
    setSent(true);
  });
  if (email === null) return null;
  return (
    <Notice
      title={t('You are continuing as a guest.')}
      action={
        <Button size="small" busy={busy} disabled={sent} onClick={() => void run()}>
          {sent ? t('Link sent') : t('Send the link again')}
        </Button>
      }
    >
      {failure.message ??
        t('We e-mailed a link to {email}. It opens this request on any device, and you can create an account there.', {
          email,
        })}
    </Notice>
  );
}
