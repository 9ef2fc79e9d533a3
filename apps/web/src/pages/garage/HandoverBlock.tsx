import { handoverDays } from '@tuneport/domain/garage/handover-states';
import { t } from '@tuneport/domain/text/text';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import type { Passport } from './PassportPage.tsx';
import css from './passport.module.css';

/** Hands the car over to a new owner by a code. */
export function HandoverBlock({ passport: { car, handover } }: { passport: Passport }) {
  const { revalidate } = useRevalidator();
  const [isAdding, setAdding] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isOpen = handover?.state === 'offered';
  return (
    <section className={css.block} aria-labelledby="handover">
      <h2 id="handover">{t('Hand over')}</h2>
      <p className={css.quiet}>
        {t(
          'Sold the car? The new owner gets its tunes, dyno sheets and logs. Your receipts, tickets and notes stay with you.',
        )}
      </p>
      {isOpen ? (
        <p>
          {handover.email
            ? rich('The code for {email} works until {date}.', {
                email: handover.email,
                date: <DateText at={handover.expires_at} show="date" />,
              })
            : rich('The code works until {date}.', { date: <DateText at={handover.expires_at} show="date" /> })}
        </p>
      ) : null}
      <div>
        {isOpen ? (
          <Button onClick={() => setLeaving(true)}>{t('Withdraw code')}</Button>
        ) : (
          <Button onClick={() => setAdding(true)}>{t('Create hand-over code')}</Button>
        )}
      </div>
      {isAdding ? (
        <HandoverDialog vehicleId={car.id} onClose={() => setAdding(false)} onCreated={() => void revalidate()} />
      ) : null}
      <ConfirmDialog
        open={isLeaving}
        title={t('Withdraw the hand-over code?')}
        confirmLabel={t('Withdraw code')}
        onClose={() => setLeaving(false)}
        onConfirm={async () => {
          await call('DELETE /vehicles/:id/handover', { params: { id: car.id } });
          await revalidate();
          toast(t('Code withdrawn.'));
        }}
      >
        {t('The code stops working immediately. You can create a new one.')}
      </ConfirmDialog>
    </section>
  );
}

type DialogProps = { vehicleId: number; onClose: () => void; onCreated: () => void };

function HandoverDialog({ vehicleId, onClose, onCreated }: DialogProps) {
  const id = useId();
  const [code, setCode] = useState<string | null>(null);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { email: field('email').trim() || null };
    const made = await withFreshLogin(() => call('POST /vehicles/:id/handover', { params: { id: vehicleId }, body }));
    setCode(made.code);
    onCreated();
  });
  if (code !== null)
    return (
      <Dialog
        open
        locked
        onClose={onClose}
        title={t('Copy the hand-over code')}
        foot={
          <Button variant="primary" onClick={onClose}>
            {t('I have copied the code')}
          </Button>
        }
      >
        <Stack>
          <Notice tone="careful">{t('You will not see this code again. Give it to the new owner only.')}</Notice>
          <CopyField value={code} label={t('Hand-over code')} />
          <p>{t('The new owner enters it in their garage under Enter hand-over code.')}</p>
        </Stack>
      </Dialog>
    );
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={t('Create hand-over code')}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('Create code')}
          </Button>
        </>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <p>
          {t(
            'The code works once, for {days} days. A hand-over cannot be undone; tool licences and credits stay with you.',
            {
              days: handoverDays,
            },
          )}
        </p>
        <TextField
          label={t('E-mail of the new owner')}
          name="email"
          type="email"
          hint={t('If you enter it, only the account with this address can use the code.')}
          autoComplete="off"
          optional
          error={failure.errors.email}
        />
      </form>
    </Dialog>
  );
}
