import { t } from '@tuneport/domain/text/text';
import {
  valueTransferCauseNames,
  valueTransferCauses,
  valueTransferMachine,
} from '@tuneport/domain/tuning/value-transfer-states';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { useGuestEmail } from '../../../platform/ui-state.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { PayDifference } from './PayDifference.tsx';
import type { Request } from './request-labels.tsx';
import { requestPath } from './request-path.ts';

type Props = { request: Request; onChanged: (request: Request) => void; onPaid: () => void };
type Transfer = NonNullable<Request['value_transfer']>;

/** The value transfer from or to this request, or the form to ask for one. */
export function RequestTransfer({ request, onChanged, onPaid }: Props) {
  const transfer = request.value_transfer;
  const isOpen = transfer && !['cancelled', 'rejected', 'reversed'].includes(transfer.state);
  const isGuest = useGuestEmail() !== null;
  const mayAsk =
    request.as === 'customer' &&
    !isGuest &&
    !isOpen &&
    ['delivered', 'closed'].includes(request.state) &&
    request.purchase?.paid;
  return (
    <>
      {request.licence_lock ? (
        <Notice tone="careful" title={t('This tune is locked.')}>
          {rich('{reason}. Not available for download since {date}.', {
            reason: request.licence_lock.reason,
            date: <DateText at={request.licence_lock.locked_at} show="both" />,
          })}
        </Notice>
      ) : null}
      {transfer ? <TransferCard {...{ request, transfer, onChanged, onPaid }} /> : null}
      {mayAsk ? <AskForTransfer request={request} onChanged={onChanged} /> : null}
    </>
  );
}

function TransferCard({ request, transfer, onChanged, onPaid }: Props & { transfer: Transfer }) {
  const params = { id: request.id };
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      transfer.role === 'old' ? t('Moved to') : t('Moved from'),
      transfer.other ? (
        <TextLink key="other" to={requestPath({ id: transfer.other.id, as: request.as })}>
          {transfer.other.number}
        </TextLink>
      ) : (
        t('Your next request')
      ),
    ],
    [t('Value'), transfer.value ? <MoneyText key="value" money={transfer.value} /> : ''],
    [t('Fee'), transfer.fee && Number(transfer.fee.amount) > 0 ? <MoneyText key="fee" money={transfer.fee} /> : ''],
    [t('Pay by'), transfer.due_at ? <DateText key="due" at={transfer.due_at} show="date" /> : ''],
  ];
  return (
    <Card>
      <h2>{t('Value transfer {number}', { number: transfer.number })}</h2>
      <Stack>
        <div>
          <StateBadge machine={valueTransferMachine} state={transfer.state} />
        </div>
        <p>{t(transfer.sentence)}</p>
        <KeyValue rows={rows.filter(([, value]) => value !== '')} />
        {transfer.evidence_requested && transfer.can.add_evidence ? (
          <AddEvidence request={request} question={transfer.evidence_requested} onChanged={onChanged} />
        ) : null}
        {transfer.can.pay && transfer.difference ? (
          <>
            <h3>{rich('Pay the difference: {amount}', { amount: <MoneyText money={transfer.difference} /> })}</h3>
            <PayDifference
              requestId={request.id}
              difference={transfer.difference}
              dealerId={transfer.dealer_id}
              onPaid={() => {
                toast(t('Paid. Your request is in the queue.'));
                onPaid();
              }}
            />
          </>
        ) : null}
        {transfer.can.withdraw ? (
          <div>
            <Button
              size="small"
              onClick={() =>
                void call('POST /v1/tune-requests/:id/value-transfer/withdraw', { params }).then((next) => {
                  onChanged(next);
                  toast(t('Request withdrawn.'));
                })
              }
            >
              {t('Withdraw transfer')}
            </Button>
          </div>
        ) : null}
      </Stack>
    </Card>
  );
}

type Problem = { readonly message?: string; readonly errors: ApiError['errors'] };

/** Sends a form and shows refusals in it. */
function useSend(send: (field: (name: string) => string) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>({ errors: {} });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem({ errors: {} });
    try {
      await send((name) => String(form.get(name) ?? '').trim());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { message, errors } = error;
      setProblem({ errors, ...(Object.keys(errors).length > 0 ? {} : { message }) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

type FormProps = { request: Request; onChanged: (request: Request) => void };

function AddEvidence({ request, question, onChanged }: FormProps & { question: string }) {
  const { busy, problem, onSubmit } = useSend(async (field) => {
    const body = { evidence: field('evidence') };
    onChanged(await call('POST /v1/tune-requests/:id/value-transfer/evidence', { params: { id: request.id }, body }));
    toast(t('Sent.'));
  });
  return (
    <form method="post" noValidate aria-label={t('Add evidence')} onSubmit={onSubmit}>
      <Stack>
        <Notice tone="info" title={t('We need more information')}>
          {question}
        </Notice>
        <FormError message={problem.message} />
        <Textarea label={t('Your answer')} name="evidence" rows={3} maxLength={4000} error={problem.errors.evidence} />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Send')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function AskForTransfer({ request, onChanged }: FormProps) {
  const [open, setOpen] = useState(false);
  const causes = valueTransferCauses.map((value) => ({ value, label: t(valueTransferCauseNames[value]) }));
  const { busy, problem, onSubmit } = useSend(async (field) => {
    const body = { cause: field('cause') as 'upgrade', reason: field('reason'), evidence: field('evidence') };
    const input = { params: { id: request.id }, body, once: true } as const;
    onChanged(await call('POST /v1/tune-requests/:id/value-transfer', input));
    setOpen(false);
    toast(t('We will review your request.'));
  });
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('Move the value to another tune')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} locked={busy} title={t('Move the value to another tune')}>
        <form method="post" noValidate onSubmit={onSubmit}>
          <Stack>
            <p>
              {t(
                'For a replaced control unit, another car or another tune. We review it, and the old file cannot be downloaded any more once the value is moved.',
              )}
            </p>
            <FormError message={problem.message} errors={problem.errors} />
            <NativeSelect label={t('Cause')} name="cause" options={causes} error={problem.errors.cause} />
            <Textarea
              label={t('What happened?')}
              name="reason"
              rows={3}
              maxLength={1000}
              error={problem.errors.reason}
            />
            <Textarea
              label={t('Evidence')}
              name="evidence"
              rows={2}
              maxLength={4000}
              optional
              hint={t('Part numbers, or the ticket with your photos.')}
              error={problem.errors.evidence}
            />
            <Row>
              <Button onClick={() => setOpen(false)} disabled={busy}>
                {t('Cancel')}
              </Button>
              <Button type="submit" variant="primary" busy={busy}>
                {t('Send request')}
              </Button>
            </Row>
          </Stack>
        </form>
      </Dialog>
    </div>
  );
}
