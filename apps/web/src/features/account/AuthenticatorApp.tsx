import { useState } from 'react';
import { call } from '../../platform/browser.ts';
import { withFreshLogin } from '../../platform/fresh-login.ts';
import { useSubmit } from '../../platform/use-submit.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormError } from '../../ui/field/FormError.tsx';
import { Row } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { toast } from '../../ui/toast-store.ts';
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
      title="Authenticator app"
      lead={
        on ? (
          <>
            <StateDot tone="good">On</StateDot> · Logging in with a password asks for a code as well. {codesLeft}{' '}
            {codesLeft === 1 ? 'recovery code' : 'recovery codes'} left.
          </>
        ) : (
          'A code from an app on your phone, asked for after your password. A stolen password alone opens nothing then.'
        )
      }
    >
      {on && codesLeft <= fewCodes ? (
        <Notice tone="careful" title={codesLeft === 0 ? 'No recovery codes are left.' : 'Few recovery codes are left.'}>
          Without your phone they are the only way in. Make new ones and keep them apart from it.
        </Notice>
      ) : null}
      <FormError message={failure.message} />
      <Row>
        {on ? (
          <>
            <Button onClick={() => setStep({ at: 'confirm', to: 'renew' })}>Make new recovery codes</Button>
            <Button variant="danger" onClick={() => setStep({ at: 'confirm', to: 'remove' })}>
              Remove the app
            </Button>
          </>
        ) : (
          <Button busy={busy} disabled={!mayAdd} onClick={() => void run()}>
            Set up an authenticator app
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
          title="Make new recovery codes?"
          confirmLabel="Make new codes"
          onClose={() => setStep((now) => (now.at === 'confirm' ? rest : now))}
          onConfirm={async () => {
            const reply = await withFreshLogin(() => call('POST /auth/totp/recovery-codes'));
            setStep({ at: 'codes', codes: reply.recovery_codes });
            onChanged();
          }}
        >
          The codes you have now stop working.
        </ConfirmDialog>
      ) : null}
      {step.at === 'codes' ? <RecoveryCodesDialog codes={step.codes} onClose={close} /> : null}
      {step.at === 'confirm' && step.to === 'remove' ? (
        <ConfirmDialog
          open
          title="Remove the authenticator app?"
          confirmLabel="Remove the app"
          danger
          onClose={close}
          onConfirm={async () => {
            await withFreshLogin(() => call('POST /auth/totp/remove'));
            onChanged();
            toast('The authenticator app was removed.');
          }}
        >
          Your password alone opens the account again, and your recovery codes stop working.
        </ConfirmDialog>
      ) : null}
    </AccountBlock>
  );
}
