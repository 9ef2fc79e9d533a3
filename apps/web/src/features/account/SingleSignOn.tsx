import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { AccountBlock } from './AccountPage.tsx';

type Props = { name: string; linked: boolean; mayAdd: boolean; onChanged: () => void };

export function SingleSignOn({ name, linked, mayAdd, onChanged }: Props) {
  const [asking, setAsking] = useState(false);
  const { busy, failure, run } = useSubmit(async () => {
    const { url } = await withFreshLogin(() => call('POST /auth/oidc/link'));
    window.location.assign(url);
  });
  return (
    <AccountBlock
      title={name}
      lead={
        linked ? (
          <>
            <StateDot tone="good">{t('Connected')}</StateDot> {t('· You can log in with {name}.', { name })}
          </>
        ) : (
          t('Connect {name} to log in with it.', { name })
        )
      }
    >
      <FormError message={failure.message} />
      <div>
        {linked ? (
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t('Disconnect {name}', { name })}
          </Button>
        ) : (
          <Button busy={busy} disabled={!mayAdd} onClick={() => void run()}>
            {t('Connect {name}', { name })}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Disconnect {name}?', { name })}
        confirmLabel={t('Disconnect {name}', { name })}
        danger
        onConfirm={async () => {
          await withFreshLogin(() => call('DELETE /auth/oidc/link'));
          onChanged();
          toast(t('{name} disconnected.', { name }));
        }}
      >
        {t('You will no longer be able to log in with {name}.', { name })}
      </ConfirmDialog>
    </AccountBlock>
  );
}
