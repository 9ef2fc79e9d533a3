import { plural, t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { AccountBlock } from './AccountPage.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { SetUpDialog, type TotpSecret } from './SetUpDialog.tsx';

type Props = { on: boolean; codesLeft: number; mayAdd: boolean; onChanged: () => void };

type Step =
  | { at: 'rest' }
  | { at: 'confirm'; to: 'renew' | 'remove' }
  | { at: 'scan'; secret: TotpSecret }
  | { at: 'codes'; codes: readonly string[] };

const rest: Step = { at: 'rest' };
const fewCodes = 3;

export function AuthenticatorApp({ on, codesLeft, mayAdd, onChanged }: Props) {
  const [step, setStep] = useState<Step>(rest);
  const close = () => setStep(rest);
  const { busy, failure, run } = useSubmit(async () => {
    setStep({ at: 'scan', secret: await withFreshLogin(() => call('POST /auth/totp/setup')) });
  });
  return (
    <AccountBlock
      title={t('Authenticator app')}
      lead={
        on ? (
          <>
            <StateDot tone="good">{t('On')}</StateDot> ·{' '}
            {plural(codesLeft, {
              one: 'You enter a code from the app after your password. {count} recovery code left.',
              other: 'You enter a code from the app after your password. {count} recovery codes left.',
            })}
          </>
        ) : (
          t(
            'Enter a code from an app on your phone after your password, so that a stolen password is not enough to log in.',
          )
        )
      }
    >
      {on && codesLeft <= fewCodes ? (
        <Notice
          tone="careful"
          title={codesLeft === 0 ? t('You have no recovery codes left.') : t('You are running out of recovery codes.')}
        >
          {t('You need them to log in without your phone. Create new ones and store them somewhere else.')}
        </Notice>
      ) : null}
      <FormError message={failure.message} />
      <Row>
        {on ? (
          <>
            <Button onClick={() => setStep({ at: 'confirm', to: 'renew' })}>{t('Create new recovery codes')}</Button>
            <Button variant="danger" onClick={() => setStep({ at: 'confirm', to: 'remove' })}>
              {t('Remove authenticator app')}
            </Button>
          </>
        ) : (
          <Button busy={busy} disabled={!mayAdd} onClick={() => void run()}>
            {t('Set up authenticator app')}
          </Button>
        )}
      </Row>

      {step.at === 'scan' ? (
        <SetUpDialog
          secret={step.secret}
          onClose={close}
          onConfirmed={(codes) => {
            setStep({ at: 'codes', codes });
            onChanged();
          }}
        />
      ) : null}
      {step.at === 'confirm' && step.to === 'renew' ? (
        <ConfirmDialog
          open
          title={t('Create new recovery codes?')}
          confirmLabel={t('Create new codes')}
          onClose={() => setStep((now) => (now.at === 'confirm' ? rest : now))}
          onConfirm={async () => {
            const reply = await withFreshLogin(() => call('POST /auth/totp/recovery-codes'));
            setStep({ at: 'codes', codes: reply.recovery_codes });
            onChanged();
          }}
        >
          {t('The codes you have now stop working.')}
        </ConfirmDialog>
      ) : null}
      {step.at === 'codes' ? <RecoveryCodesDialog codes={step.codes} onClose={close} /> : null}
      {step.at === 'confirm' && step.to === 'remove' ? (
        <ConfirmDialog
          open
          title={t('Remove the authenticator app?')}
          confirmLabel={t('Remove authenticator app')}
          danger
          onClose={close}
          onConfirm={async () => {
            await withFreshLogin(() => call('POST /auth/totp/remove'));
            onChanged();
            toast(t('Authenticator app removed.'));
          }}
        >
          {t('Your password alone will be enough to log in, and your recovery codes stop working.')}
        </ConfirmDialog>
      ) : null}
    </AccountBlock>
  );
}
