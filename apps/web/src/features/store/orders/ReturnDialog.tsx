import type { ReturnReason } from '@tuneport/domain/store/return-states';
import { t } from '@tuneport/domain/text/text';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect, type Option } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import type { Returns } from './OrderReturns.tsx';

type Request = { reason: ReturnReason; note: string; lines: { line: number; quantity: number }[] };

type Props = {
  returnable: Returns['returnable'];
  reasons: readonly Option[];
  onClose: () => void;
  onSend: (request: Request) => Promise<void>;
};

/** Which items to return, and why. */
export function ReturnDialog({ returnable, reasons, onClose, onSend }: Props) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const lines = returnable
      .map(({ line }) => ({ line, quantity: Number(sent.get(`line-${line}`) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    const reason = String(sent.get('reason') ?? '') as ReturnReason | '';
    if (lines.length === 0) return setProblem(t('Choose at least one item.'));
    if (reason === '') return setProblem(t('Choose a reason.'));
    setBusy(true);
    setProblem('');
    try {
      await onSend({ reason, note: String(sent.get('note') ?? ''), lines });
      onClose();
    } catch (error) {
      setProblem(errorText(error, t('Something went wrong. Nothing was changed.')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Return items')}
      locked={busy}
      foot={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t('Request return')}
          </Button>
        </>
      }
    >
      <form method="post" id={form} onSubmit={(event) => void send(event)}>
        <Stack>
          <p>{t('We refund the price of the items when they have arrived and have been inspected.')}</p>
          {returnable.map(({ line, name, quantity }) => (
            <TextField
              key={line}
              label={name}
              name={`line-${line}`}
              type="number"
              min={0}
              max={quantity}
              defaultValue={returnable.length === 1 ? quantity : 0}
              hint={t('{count} can be returned.', { count: quantity })}
            />
          ))}
          <NativeSelect label={t('Reason')} name="reason" options={reasons} placeholder={t('Choose a reason')} />
          <Textarea label={t('Note')} name="note" maxLength={2000} optional />
          <FormError message={problem} />
        </Stack>
      </form>
    </Dialog>
  );
}
