import type { CallReply } from '@tuneport/contract/index';
import { lineDisputeMachine } from '@tuneport/domain/ledger/line-dispute-states';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card, Stack } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { PartnerTable } from './PartnerTable.tsx';

type Dispute = CallReply<'GET /v1/line-disputes'>['data'][number];

type Props = {
  holder: string;
  /** Changes when a line was disputed. */
  version: number;
  onWithdrawn: () => void;
};

/** The newest disputes of a partner. Nothing is shown to staff, who are not its members, or before the first dispute. */
export function DisputesCard({ holder, version, onWithdrawn }: Props) {
  const [disputes, setDisputes] = useState<readonly Dispute[]>([]);
  const [withdrawn, setWithdrawn] = useState(0);
  const [asking, setAsking] = useState<Dispute | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both counters only say that the list has changed
  useEffect(() => {
    const abort = new AbortController();
    call('GET /v1/line-disputes', { query: { holder }, signal: abort.signal })
      .then(({ data }) => setDisputes(data))
      .catch(() => {});
    return () => abort.abort();
  }, [holder, version, withdrawn]);
  if (disputes.length === 0) return null;
  return (
    <Card id="disputes">
      <Stack>
        <h2>{t('Disputes')}</h2>
        <PartnerTable
          label={t('Disputes')}
          heads={[
            t('Entry'),
            t('Status'),
            t('Ticket'),
            t('Disputed on'),
            { label: t('Correction'), end: true },
            { label: t('Withdraw dispute'), hidden: true },
          ]}
          rows={disputes.map((dispute) => ({
            key: dispute.id,
            cells: [
              <>
                {dispute.label}, <MoneyText money={dispute.amount} />
              </>,
              <>
                <StateBadge machine={lineDisputeMachine} state={dispute.state} />
                <div>{dispute.decision || dispute.sentence}</div>
              </>,
              <TextLink key="ticket" to={`/tuning/support/${dispute.ticket.id}`} discover="none">
                {dispute.ticket.number}
              </TextLink>,
              <DateText key="opened" at={dispute.opened_at} show="date" />,
              dispute.correction ? <MoneyText key="correction" money={dispute.correction} /> : '–',
              dispute.may_withdraw ? (
                <Button
                  key="withdraw"
                  variant="quiet"
                  aria-label={t('Withdraw dispute {number}', { number: dispute.number })}
                  onClick={() => setAsking(dispute)}
                >
                  {t('Withdraw dispute')}
                </Button>
              ) : null,
            ],
          }))}
        />
      </Stack>
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={t('Withdraw dispute {number}?', { number: asking.number })}
          confirmLabel={t('Withdraw dispute')}
          onConfirm={async () => {
            await call('POST /v1/line-disputes/:id/withdraw', { params: { id: asking.id }, once: true });
            setWithdrawn((count) => count + 1);
            onWithdrawn();
            toast(t('Dispute withdrawn.'));
          }}
        >
          {t('The line counts again as it did before the dispute.')}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
