import type { CallReply } from '@tuneport/contract/index';
import { amountText } from '@tuneport/domain/money/money-text';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import type { TransactionRecord } from './TransactionPage.tsx';
import css from './transactions.module.css';

type DryRun = CallReply<'POST /v1/admin/transactions/:id/inspect-refund'>;
type Props = { one: TransactionRecord; onChanged: (one: TransactionRecord) => void };

const isBalance = ({ to }: DryRun): boolean => to.owner !== 'house';

/** A refund in two steps: preview, then confirmation. */
export function RefundCard({ one, onChanged }: Props) {
  const [requested, setAsked] = useState<{ amount: string | null; reason: string; plan: DryRun } | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const params = { id: one.id };

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. Nothing was changed.'));
    } finally {
      setBusy(false);
    }
  };
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const amount = String(form.get('amount') ?? '').trim() || null;
    const reason = String(form.get('reason') ?? '').trim();
    if (reason === '') {
      setProblem('A reason is required.');
      return;
    }
    void attempt(async () => {
      const plan = await call('POST /v1/admin/transactions/:id/inspect-refund', { params, body: { amount } });
      // One key per refund: pressing twice or retrying after a lost reply refunds once.
      key.current = crypto.randomUUID();
      setAsked({ amount, reason, plan });
    });
  };
  const pay = () =>
    attempt(async () => {
      if (!requested) return;
      const { amount, reason } = requested;
      const idempotencyKey = key.current;
      onChanged(
        amount === null
          ? await call('POST /v1/admin/transactions/:id/fully-refund', { params, body: { reason }, idempotencyKey })
          : await call('POST /v1/admin/transactions/:id/partially-refund', {
              params,
              body: { amount, reason },
              idempotencyKey,
            }),
      );
      setAsked(null);
      toast(isBalance(requested.plan) ? 'The refund is back on the balance.' : 'The refund is on its way.');
    });

  if (!one.can.refund) return null;
  return (
    <Card>
      <h2 id="refund">Refund</h2>
      <FormError message={problem} />
      {requested ? (
        <div className={css.refund}>
          <KeyValue
            rows={[
              ['Refund to buyer', <MoneyText key="amount" money={requested.plan.amount} />],
              [
                'Refunded to',
                isBalance(requested.plan) ? `${requested.plan.to.label}, ${requested.plan.to.owner}` : 'Card',
              ],
              ['Remaining after refund', <MoneyText key="left" money={requested.plan.left} />],
              ...requested.plan.postings.map(
                (posting, at) =>
                  [
                    posting.owner === 'house' ? posting.label : `${posting.label}, ${posting.owner}`,
                    <MoneyText key={String(at)} money={posting.amount} signed />,
                  ] as const,
              ),
              ...requested.plan.credits.map(
                ({ owner, kind, units }) =>
                  [
                    `Tune credits, ${owner}`,
                    `${units > 0 ? '+' : '−'}${Math.abs(units)} ${kind.toUpperCase()}`,
                  ] as const,
              ),
              ['Reason', requested.reason],
            ]}
          />
          <div className={css.buttons}>
            <Button variant="danger" busy={busy} onClick={() => void pay()}>
              Refund {amountText(requested.plan.amount.amount)} {requested.plan.amount.currency}
            </Button>
            <Button variant="ghost" disabled={busy} onClick={() => setAsked(null)}>
              Back
            </Button>
          </div>
        </div>
      ) : (
        <form className={css.refund} onSubmit={look}>
          <TextField
            label="Amount"
            name="amount"
            inputMode="decimal"
            optional
            hint={`Leave blank to refund the full ${amountText(one.refundable.amount)} ${one.refundable.currency}.`}
          />
          <TextField label="Reason" name="reason" maxLength={500} />
          <Button type="submit" busy={busy}>
            Preview refund
          </Button>
        </form>
      )}
    </Card>
  );
}
