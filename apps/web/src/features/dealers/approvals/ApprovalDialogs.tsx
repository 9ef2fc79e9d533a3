import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import css from '../dealer.module.css';
import { type Dealer, dealerPaths } from '../load-dealer.ts';
import type { Approval } from './ApprovalsPage.tsx';

type Props = { dealer: Dealer; approval: Approval; onClose: () => void };
type Detail = CallReply<'GET /v1/dealers/:id/purchase-approvals/:approvalId'>;

/** Shows the price of this moment before anything is bought, and again if it changes meanwhile. */
export function ApproveDialog({ dealer, approval, onClose }: Props) {
  const { revalidate } = useRevalidator();
  const [detail, setDetail] = useState<Detail | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [isOverLimit, setOverLimit] = useState(false);
  const params = { id: dealer.id, approvalId: approval.id };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, and again when the price has changed
  useEffect(() => {
    const abort = new AbortController();
    call('GET /v1/dealers/:id/purchase-approvals/:approvalId', { params, signal: abort.signal })
      .then(setDetail)
      .catch((cause: unknown) => {
        if (!abort.signal.aborted) setError(cause instanceof ApiError ? cause.message : String(cause));
      });
    return () => abort.abort();
  }, [approval.id, round]);
  const current = detail?.current ?? null;
  const { busy, failure, run } = useSubmit(async () => {
    if (!current) return;
    setOverLimit(false);
    try {
      await call('POST /v1/dealers/:id/purchase-approvals/:approvalId/approve', {
        params,
        body: { total: current },
        once: true,
      });
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'total_changed') setRound((last) => last + 1);
      if (cause instanceof ApiError && cause.code === 'dealer_hit_credit_limit') setOverLimit(true);
      throw cause;
    }
    await revalidate();
    onClose();
    toast(t('{number} was approved and bought.', { number: approval.number }));
  });
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={t('Approve {number}?', { number: approval.number })}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" busy={busy} disabled={!current} onClick={() => void run()}>
            {t('Approve purchase')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <FormError message={failure.message ?? error} errors={failure.errors} />
        {isOverLimit ? (
          <p>
            <TextLink to={`${dealerPaths(dealer).base}/pay-balance`}>{t('Pay balance')}</TextLink>
          </p>
        ) : null}
        {!detail && !error ? <Skeleton lines={2} label={t('Loading the price')} /> : null}
        {detail?.problem ? <Notice tone="bad" title={detail.problem} /> : null}
        {current && current.amount !== approval.total.amount ? (
          <Notice tone="careful" live title={t('The price has changed')}>
            <p>
              {rich('It was {before} when it was requested and is {after} now.', {
                before: <MoneyText money={approval.total} />,
                after: <MoneyText money={current} />,
              })}
            </p>
          </Notice>
        ) : null}
        {current ? (
          <p>
            {rich('{total} is charged to the account of {dealer}, for {name}.', {
              total: <MoneyText money={current} />,
              dealer: dealer.name,
              name: approval.requested_by.name,
            })}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

export function DeclineDialog({ dealer, approval, onClose }: Props) {
  const { revalidate } = useRevalidator();
  const [reason, setReason] = useState('');
  const { busy, failure, run } = useSubmit(async () => {
    await call('POST /v1/dealers/:id/purchase-approvals/:approvalId/decline', {
      params: { id: dealer.id, approvalId: approval.id },
      body: { reason },
      once: true,
    });
    await revalidate();
    onClose();
    toast(t('{number} was declined.', { number: approval.number }));
  });
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={t('Decline {number}?', { number: approval.number })}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run()}>
            {t('Decline purchase')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <FormError message={failure.message} />
        <Textarea
          label={t('Reason')}
          rows={3}
          maxLength={500}
          value={reason}
          hint={t('{name} gets it by e-mail.', { name: approval.requested_by.name })}
          onChange={(event) => setReason(event.target.value)}
          error={failure.errors.reason}
        />
      </div>
    </Dialog>
  );
}
