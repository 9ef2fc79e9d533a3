import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { useStep } from '../../record/useStep.ts';
import { grantOrRequest } from '../approvals/request-approval.ts';
import type { Dispute } from './DisputePage.tsx';

type Outcome = 'upheld' | 'rejected';
type Decision = { outcome: Outcome; amount: string; reason: string };

const outcomes = [
  { value: 'upheld', label: 'Uphold and book a correction' },
  { value: 'rejected', label: 'Reject' },
];

type Props = { dispute: Dispute; onDecided: (dispute: Dispute) => void };

/** Upholds or rejects a dispute. A correction above the reader's limit becomes a request for a second person. */
export function DecideForm({ dispute, onDecided }: Props) {
  const [outcome, setOutcome] = useState<Outcome>('upheld');
  const { busy, problem, send } = useStep(async (body: Decision) => {
    const { id } = dispute;
    const decided = await grantOrRequest(
      () => call('POST /v1/admin/line-disputes/:id/decide', { params: { id }, body, once: true }),
      { kind: 'line-dispute', dispute: id, amount: body.amount, reason: body.reason },
    );
    if (!decided) return;
    onDecided(decided);
    toast(decided.state === 'upheld' ? 'Upheld. The correction is booked.' : 'Rejected.');
  });
  const { currency } = dispute.amount;
  const most = dispute.open;
  return (
    <Card>
      <h2>Decision</h2>
      <form
        noValidate
        aria-label="Decision"
        onSubmit={(event) =>
          void send((field) => ({ outcome, amount: field('amount'), reason: field('reason') }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          <NativeSelect
            label="Outcome"
            name="outcome"
            options={outcomes}
            value={outcome}
            onChange={(event) => setOutcome(event.currentTarget.value as Outcome)}
          />
          {outcome === 'upheld' ? (
            <TextField
              label="Correction"
              name="amount"
              inputMode="decimal"
              after={currency}
              hint={
                most
                  ? `Reduces what the dealer owes, by at most ${amountText(most.amount)} ${currency}.`
                  : 'Added to the earnings of the partner, available immediately.'
              }
              error={problem.errors.amount}
            />
          ) : null}
          <Textarea
            label="Reason"
            name="reason"
            rows={2}
            maxLength={500}
            hint="The partner gets it by e-mail."
            error={problem.errors.reason}
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Save decision
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
