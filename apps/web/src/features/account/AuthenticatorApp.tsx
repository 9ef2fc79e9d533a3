import { useState } from 'react';
import { call } from '../../platform/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AccountBlock } from './AccountPage.tsx';
import { ProveDialog } from './ProveDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { SetUpDialog, type TotpSecret } from './SetUpDialog.tsx';

type Props = { on: boolean; codesLeft: number; onChanged: () => void };

type Step =
  | { at: 'rest' }
  | { at: 'prove'; to: 'set-up' | 'renew' | 'remove' }
  | { at: 'scan'; secret: TotpSecret }
  | { at: 'codes'; codes: readonly string[] };

const rest: Step = { at: 'rest' };
const fewCodes = 3;

export function AuthenticatorApp({ on, codesLeft, onChanged }: Props) {
  const [step, setStep] = useState<Step>(rest);
  const close = () => setStep(rest);
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
      <Row>
        {on ? (
          <>
            <Button onClick={() => setStep({ at: 'prove', to: 'renew' })}>Make new recovery codes</Button>
            <Button variant="danger" onClick={() => setStep({ at: 'prove', to: 'remove' })}>
              Remove the app
            </Button>
          </>
        ) : (
          <Button onClick={() => setStep({ at: 'prove', to: 'set-up' })}>Set up an authenticator app</Button>
        )}
      </Row>

      {step.at === 'prove' && step.to === 'set-up' ? (
        <ProveDialog
          title="Set up an authenticator app"
          label="Continue"
          onClose={close}
          onProved={async ({ password }) =>
            setStep({ at: 'scan', secret: await call('POST /auth/totp/setup', { body: { password } }) })
          }
        >
          First, please confirm that it is you.
        </ProveDialog>
      ) : null}
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
      {step.at === 'prove' && step.to === 'renew' ? (
        <ProveDialog
          title="Make new recovery codes?"
          label="Make new codes"
          withCode
          onClose={close}
          onProved={async (body) => {
            const reply = await call('POST /auth/totp/recovery-codes', { body });
            setStep({ at: 'codes', codes: reply.recovery_codes });
            onChanged();
          }}
        >
          The codes you have now stop working.
        </ProveDialog>
      ) : null}
      {step.at === 'codes' ? <RecoveryCodesDialog codes={step.codes} onClose={close} /> : null}
      {step.at === 'prove' && step.to === 'remove' ? (
        <ProveDialog
          title="Remove the authenticator app?"
          label="Remove the app"
          danger
          withCode
          onClose={close}
          onProved={async (body) => {
            await call('POST /auth/totp/remove', { body });
            close();
            onChanged();
            toast('The authenticator app was removed.');
          }}
        >
          Your password alone opens the account again, and your recovery codes stop working.
        </ProveDialog>
      ) : null}
    </AccountBlock>
  );
}
