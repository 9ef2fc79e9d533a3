import type { CallReply } from '@tuneport/contract/index';
import { lineDisputeMachine } from '@tuneport/domain/ledger/line-dispute-states';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { DecideForm } from './DecideForm.tsx';
import { accountLabels } from './DisputesPage.tsx';

export type Dispute = CallReply<'GET /v1/admin/line-disputes/:id'>;

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/line-disputes/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the dispute" />;
export const meta = ({ loaderData }: { loaderData?: Dispute }) => [
  { title: pageTitle(loaderData?.number ?? 'Dispute') },
];

export default function DisputePage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <DisputeRecord key={loaded.id} loaded={loaded} />;
}

/** Where staff see the partner. */
function partnerPath(owner: string): string {
  const [party, id] = owner.split(':');
  return `/admin/${party}s/${id}`;
}

function DisputeRecord({ loaded }: { loaded: Dispute }) {
  const [dispute, setDispute] = useState(loaded);
  return (
    <RecordFrame
      crumbs={[{ label: 'Disputes', to: '/admin/disputes' }]}
      title={dispute.number}
      about={<StateBadge machine={lineDisputeMachine} state={dispute.state} />}
      side={
        <Card>
          <h2>History</h2>
          <Timeline
            moments={dispute.history.map(({ at, event, by, reason }, id) => ({
              id,
              title: event,
              when: <DateText at={at} show="both" />,
              body: [by, reason].filter(Boolean).join(': '),
            }))}
          />
        </Card>
      }
    >
      <Card>
        <h2>Disputed line</h2>
        <KeyValue
          rows={[
            [
              'Partner',
              <TextLink key="partner" to={partnerPath(dispute.holder.owner)} discover="none">
                {dispute.holder.name}
              </TextLink>,
            ],
            ['Account', accountLabels[dispute.account]],
            ['Line', dispute.label],
            ['Amount when disputed', <MoneyText key="amount" money={dispute.amount} />],
            ...(dispute.open ? [['Open now', <MoneyText key="open" money={dispute.open} />] as const] : []),
            ['Reason', dispute.reason],
            [
              'Ticket',
              <TextLink key="ticket" to={`/admin/tickets/${dispute.ticket.id}`} discover="none">
                {dispute.ticket.number}
              </TextLink>,
            ],
            ['Opened by', dispute.opened_by],
            ['Opened', <DateText key="opened" at={dispute.opened_at} show="both" />],
            ...(dispute.decided_by === null
              ? []
              : [
                  ['Decided by', dispute.decided_by] as const,
                  ['Decision', dispute.decision] as const,
                  [
                    'Correction',
                    dispute.correction ? <MoneyText key="correction" money={dispute.correction} /> : '',
                  ] as const,
                ]),
          ]}
        />
      </Card>
      {dispute.may_decide ? <DecideForm dispute={dispute} onDecided={setDispute} /> : null}
    </RecordFrame>
  );
}
