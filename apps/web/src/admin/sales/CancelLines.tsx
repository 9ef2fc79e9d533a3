import { openPieces } from '@tuneport/domain/store/shipments';
import { type FormEvent, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import type { StaffOrderRecord } from './StaffOrder.tsx';
import { lineLabel } from './transaction-labels.tsx';
import css from './transactions.module.css';

type Props = { record: StaffOrderRecord; onChanged: (record: StaffOrderRecord) => void };

/** Cancels some pieces of a paid order: they are refunded and their stock is released; the rest ships as ordered. */
export function CancelLines({ record, onChanged }: Props) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { order } = record;
  const open = order.lines.filter((line) => openPieces(line) > 0);
  const pieces = open.reduce((sum, line) => sum + openPieces(line), 0);
  const cancel = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const lines = open
      .map(({ line }) => ({ line, quantity: Number(form.get(`line-${line}`) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    const reason = String(form.get('reason') ?? '').trim();
    if (lines.length === 0) return setProblem('Enter how many pieces to cancel.');
    if (reason === '') return setProblem('A reason is required.');
    setBusy(true);
    setProblem('');
    try {
      const params = { id: order.id };
      onChanged(await call('POST /v1/admin/orders/:id/cancel', { params, body: { reason, lines }, once: true }));
      toast('Items cancelled and refunded. The buyer will get an e-mail.');
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. Nothing was changed.'));
    } finally {
      setBusy(false);
    }
  };
  // A whole order is cancelled with its own button, and so is an order of one piece.
  if (!record.can.cancel || order.state === 'pending_payment' || pieces < 2) return null;
  return (
    <Card>
      <h2>Cancel items</h2>
      <form className={css.refund} onSubmit={(event) => void cancel(event)}>
        {open.map((line) => (
          <TextField
            key={line.line}
            label={lineLabel(line)}
            name={`line-${line.line}`}
            type="number"
            min={0}
            max={openPieces(line)}
            defaultValue={0}
            hint={`${openPieces(line)} not shipped yet.`}
          />
        ))}
        <TextField label="Reason" name="reason" maxLength={500} />
        <Button type="submit" variant="danger" busy={busy}>
          Cancel items
        </Button>
        <FormError message={problem} />
      </form>
    </Card>
  );
}
