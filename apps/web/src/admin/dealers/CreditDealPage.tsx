import type { CallReply } from '@tuneport/contract/index';
import { creditDealMachine } from '@tuneport/domain/dealers/credit-deal-states';
import { stateLabel } from '@tuneport/domain/states/machine';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../ui/feedback/Timeline.tsx';
import { Card, Stack } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { dealKinds, offerText } from './deal-labels.ts';

type Deal = CallReply<'GET /v1/admin/dealer-credit-deals/:id'>;

export const meta = ({ loaderData }: { loaderData?: Deal }) => [
  { title: pageTitle(loaderData?.title ?? 'Credit deal') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/dealer-credit-deals/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the credit deal" />;

const steps = machineSteps(creditDealMachine, {
  publish: { confirm: 'The dealer can pay it from now on, and it can no longer be edited.' },
  cancel: {
    danger: true,
    confirm: 'Its link stops working. This cannot be undone, but you can draft a copy.',
    reason: { label: 'Reason', required: true },
  },
  refund: {
    danger: true,
    confirm: 'Takes back the credits that are left and refunds what was paid for them, to the card or the account.',
    reason: { label: 'Reason', required: true },
  },
});
type Verb = (typeof steps)[number]['verb'];

export default function CreditDealPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.id} loaded={loaded} />;
}

function Record({ loaded }: { loaded: Deal }) {
  const [deal, setDeal] = useState(loaded);
  const params = { id: deal.id };
  const run = async (verb: Verb, reason: string) =>
    setDeal(
      verb === 'publish'
        ? await call('POST /v1/admin/dealer-credit-deals/:id/publish', { params, once: true, readAt: deal.updated_at })
        : verb === 'refund'
          ? await call('POST /v1/admin/dealer-credit-deals/:id/refund', { params, body: { reason }, once: true })
          : await call('POST /v1/admin/dealer-credit-deals/:id/cancel', { params, body: { reason }, once: true }),
    );
  const can = Object.fromEntries(deal.events.map((event) => [event, true]));
  return (
    <RecordFrame
      crumbs={[{ label: 'Credit deals', to: '/admin/dealer-credit-deals' }]}
      title={deal.title}
      about={
        <>
          <StateBadge machine={creditDealMachine} state={deal.state} /> · {deal.dealer_name}
        </>
      }
      actions={
        <>
          <StateActions steps={steps} can={can} run={run} main="publish" />
          {deal.events.includes('update') ? (
            <ButtonLink variant="quiet" to={`/admin/dealer-credit-deals/${deal.id}/edit`}>
              Edit deal
            </ButtonLink>
          ) : null}
        </>
      }
      side={
        <Card>
          <h2>History</h2>
          <Timeline
            moments={deal.history.map((step, at) => ({
              id: at,
              title: stateLabel(creditDealMachine, step.to_state),
              when: <DateText at={step.at} show="both" />,
              body: [step.actor_name, step.reason].filter(Boolean).join(': '),
            }))}
          />
        </Card>
      }
    >
      <Card>
        <h2>Offer</h2>
        <KeyValue
          rows={[
            [
              'Dealer',
              <TextLink key="dealer" to={`/admin/dealers/${deal.dealer_id}`} discover="none">
                {deal.dealer_name}
              </TextLink>,
            ],
            ['Kind', dealKinds[deal.kind]],
            ['Price', <MoneyText key="price" money={deal.price} />],
            ['Includes', offerText(deal)],
            ['Paid by', deal.pay_on_account ? 'Card or on account' : 'Card'],
            [
              'Valid until',
              deal.expires_at ? <DateText key="until" at={deal.expires_at} show="both" /> : 'No end date',
            ],
            ['Seen by dealer', deal.seen_at ? <DateText key="seen" at={deal.seen_at} show="both" /> : 'Not yet'],
            ['Note', deal.note],
          ]}
        />
      </Card>
      {deal.state === 'published' ? <DealLink deal={deal} /> : null}
    </RecordFrame>
  );
}

/** Only members of the dealer can open it, after they log in. */
function DealLink({ deal }: { deal: Deal }) {
  const [origin, setOrigin] = useState('');
  useEffect(() => setOrigin(window.location.origin), []);
  return (
    <Card>
      <h2>Payment link</h2>
      <Stack>
        <p>Send this link to the dealer. Only members of the dealer can open it, after logging in.</p>
        <CopyField label="Payment link" value={`${origin}/dealer/${deal.dealer_slug}/pay-credit-deal/${deal.uuid}`} />
      </Stack>
    </Card>
  );
}
