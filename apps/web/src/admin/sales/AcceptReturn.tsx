import type { ReturnCondition } from '@tuneport/domain/store/return-states';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import css from './transactions.module.css';

type Money = { amount: string; currency: string };
type Acceptance = { condition: ReturnCondition; refund: Money; reason: string };

const conditions: readonly { value: ReturnCondition; label: string }[] = [
  { value: 'good', label: 'Back to stock' },
  { value: 'bad', label: 'To quarantine' },
  { value: 'none', label: 'Leave stock as it is' },
];

/** What comes back to the stock, and how much of the price is refunded. */
export function AcceptReturn({ refund, onSend }: { refund: Money; onSend: (body: Acceptance) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    if (text('reason') === '') return setProblem('A reason is required.');
    setBusy(true);
    setProblem('');
    try {
      await onSend({
        condition: text('condition') as ReturnCondition,
        refund: { amount: text('refund'), currency: refund.currency },
        reason: text('reason'),
      });
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. Nothing was changed.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.refund} onSubmit={(event) => void send(event)}>
      <NativeSelect label="Items" name="condition" options={conditions} />
      <TextField
        label={`Refund (${refund.currency})`}
        name="refund"
        inputMode="decimal"
        defaultValue={refund.amount}
        hint="The most that can be refunded, with tax. Enter less if the items came back damaged."
      />
      <TextField label="Reason" name="reason" maxLength={500} />
      <Button type="submit" variant="primary" busy={busy}>
        Accept and refund
      </Button>
      <FormError message={problem} />
    </form>
  );
}
