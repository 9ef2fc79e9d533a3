import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useId, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { loadChunk } from '../../platform/chunk.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountBlock } from './AccountPage.tsx';
import css from './account.module.css';
import { deviceName } from './device-name.ts';

type Passkey = CallReply<'GET /auth/second-factors'>['passkeys'][number];
type Props = { passkeys: readonly Passkey[]; mayAdd: boolean; onChanged: () => void };

export function Passkeys({ passkeys, mayAdd, onChanged }: Props) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const supported = usePasskeySupport();
  return (
    <AccountBlock
      title={t('Passkeys')}
      lead={t(
        "Log in with your fingerprint, your face or a device PIN. Nothing to remember, and fake sites can't use it.",
      )}
    >
      {passkeys.length > 0 ? (
        <ul className={css.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={css.item}>
              <div className={css.what}>
                <div className={css.name}>{passkey.name}</div>
                <div className={css.quiet}>
                  {passkey.last_used_at
                    ? rich('Added {added}, last used {used}', {
                        added: <DateText at={passkey.created_at} show="date" />,
                        used: <DateText at={passkey.last_used_at} show="relative" />,
                      })
                    : rich('Added {added}, not used yet', {
                        added: <DateText at={passkey.created_at} show="date" />,
                      })}
                </div>
              </div>
              <Button
                size="small"
                aria-label={t('Remove passkey {name}', { name: passkey.name })}
                onClick={() => setRemoving(passkey)}
              >
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button disabled={supported === false || !mayAdd} onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('Add a passkey')}
        </Button>
        {supported === false ? <p className={css.quiet}>{t('This browser does not support passkeys.')}</p> : null}
      </div>
      {adding ? <AddDialog onClose={() => setAdding(false)} onAdded={onChanged} /> : null}
      {removing ? (
        <ConfirmDialog
          open
          title={t('Remove passkey "{name}"?', { name: removing.name })}
          confirmLabel={t('Remove passkey')}
          danger
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await withFreshLogin(() => call('DELETE /auth/passkeys/:id', { params: { id: removing.id } }));
            onChanged();
            toast(t('Passkey removed.'));
          }}
        >
          {t('You will no longer be able to log in with it. Remove it from the device as well.')}
        </ConfirmDialog>
      ) : null}
    </AccountBlock>
  );
}

/** Unknown until the page is hydrated. */
function usePasskeySupport(): boolean | null {
  const [supported, setSupported] = useState<boolean | null>(null);
  useEffect(() => setSupported(typeof window.PublicKeyCredential === 'function'), []);
  return supported;
}

function AddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    setProblem(null);
    const { startRegistration } = await loadChunk(() => import('@simplewebauthn/browser'));
    const options = await withFreshLogin(() => call('POST /auth/passkeys/options'));
    let answer: Awaited<ReturnType<typeof startRegistration>>;
    try {
      answer = await startRegistration({ optionsJSON: options as never });
    } catch (error) {
      setProblem(ceremonyProblem(error));
      return;
    }
    await call('POST /auth/passkeys', { body: { name: field('name'), answer: answer as never } });
    onClose();
    onAdded();
    toast(t('Passkey added.'));
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t('Add a passkey')}
      foot={
        <Button type="submit" form={id} variant="primary" busy={busy}>
          {t('Add passkey')}
        </Button>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message ?? problem} />
        <TextField
          label={t('Passkey name')}
          name="name"
          hint={t('Helps you recognize it in the list.')}
          maxLength={60}
          autoFocus
          defaultValue={deviceName(navigator.userAgent)}
          error={failure.errors.name}
        />
      </form>
    </Dialog>
  );
}

function ceremonyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('This device already has a passkey for your account.');
  return t('The passkey was not created, because the browser dialog was closed or timed out. Try again.');
}
