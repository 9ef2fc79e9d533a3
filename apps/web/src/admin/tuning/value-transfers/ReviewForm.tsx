import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { useStep } from '../../record/useStep.ts';
import type { Inspection, ValueTransfer } from './ValueTransferRecord.tsx';

type Decision = 'approve' | 'ask' | 'reject';
type Review = { decision: Decision; note: string; value?: string; fee?: string };

const decisions = [
  { value: 'approve', label: 'Approve' },
  { value: 'ask', label: 'Ask for evidence' },
  { value: 'reject', label: 'Decline' },
];

type Props = {
  transfer: ValueTransfer;
  inspection: Inspection;
  onReviewed: (transfer: ValueTransfer) => Promise<void>;
};

export function ReviewForm({ transfer, inspection, onReviewed }: Props) {
  const [decision, setDecision] = useState<Decision>('approve');
  const { busy, problem, send } = useStep(async (body: Review) => {
    const params = { id: transfer.id };
    await onReviewed(await call('POST /v1/admin/instatune-value-transfers/:id/review', { params, body, once: true }));
  });
  const isApproval = decision === 'approve';
  const { currency } = inspection.value;
  return (
    <Card>
      <h2>Review</h2>
      <form
        noValidate
        aria-label="Review"
        onSubmit={(event) =>
          void send((field) => ({
            decision,
            note: field('note'),
            ...(isApproval ? { value: field('value'), fee: field('fee') || '0' } : {}),
          }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          <NativeSelect
            label="Decision"
            name="decision"
            options={decisions}
            value={decision}
            onChange={(event) => setDecision(event.currentTarget.value as Decision)}
          />
          {isApproval ? (
            <>
              <TextField
                label="Value"
                name="value"
                inputMode="decimal"
                after={currency}
                defaultValue={inspection.rule.value.amount}
                hint={`At most ${amountText(inspection.old.left.amount)} ${currency} is left to move.`}
                error={problem.errors.value}
              />
              <TextField
                label="Fee"
                name="fee"
                inputMode="decimal"
                after={currency}
                defaultValue={inspection.fee.amount}
                error={problem.errors.fee}
              />
            </>
          ) : null}
          <Textarea
            label="Note"
            name="note"
            rows={2}
            maxLength={1000}
            {...(isApproval ? { optional: true } : { hint: 'The customer gets it by e-mail.' })}
            error={problem.errors.note}
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Save review
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
