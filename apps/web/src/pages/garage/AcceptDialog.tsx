import { t } from '@tuneport/domain/text/text';
import { useId } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import css from './passport.module.css';

type Props = { onClose: () => void; onAccepted: (id: number) => void };

/** The new owner of a car enters the code of the former one. */
export function AcceptDialog({ onClose, onAccepted }: Props) {
  const id = useId();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const car = await call('POST /v1/vehicle-handovers', { body: { code: field('code') }, once: true });
    onAccepted(car.id);
  });
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={t('Enter hand-over code')}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('Take over car')}
          </Button>
        </>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <TextField
          label={t('Hand-over code')}
          name="code"
          hint={t('You get it from the former owner of the car.')}
          autoComplete="off"
          autoFocus
          error={failure.errors.code}
        />
      </form>
    </Dialog>
  );
}
