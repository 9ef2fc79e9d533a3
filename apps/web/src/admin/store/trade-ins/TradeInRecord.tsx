import { stateLabel } from '@tuneport/domain/states/machine';
import { tradeInMachine } from '@tuneport/domain/store/trade-in-states';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { Photos } from '../../../features/store/trade-in/Photos.tsx';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { TradeInFacts } from './TradeInFacts.tsx';
import { OfferForm, ReceiveForm, type TradeInChange } from './TradeInForms.tsx';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const [request, locations, products] = await Promise.all([
    call('GET /v1/admin/trade-in-requests/:id', { params: { id: params.id ?? '' } }),
    call('GET /stock/locations'),
    call('GET /v1/admin/products', { query: { category: 'tools' } }),
  ]);
  return { request, locations, products: products.data.filter(({ tracks_stock }) => tracks_stock) };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the trade-in" />;
export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof clientLoader>> }) => [
  { title: pageTitle(loaderData?.request.number ?? 'Trade-in') },
];

export default function TradeInRecord() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.request.id} {...loaded} />;
}

type Loaded = Awaited<ReturnType<typeof clientLoader>>;

/** Steps that need no form of their own. */
const steps = machineSteps(tradeInMachine, {
  credit: {
    confirm:
      'The tool enters stock at the agreed value, and its owner is credited that amount. This is recorded in the ledger.',
  },
  'send-back': { confirm: 'It leaves quarantine, and the owner is notified that it is on its way.' },
  ask: { reason: { label: 'What do you want to know? The customer will see this.', required: true } },
  reject: {
    danger: true,
    confirm: 'This ends the request.',
    reason: { label: 'Why? The customer will see this.', required: true },
  },
});

function Record({ request: first, locations, products }: Loaded) {
  const [request, setRequest] = useState(first);
  const move = async (body: TradeInChange) => {
    const next = await call('PATCH /v1/admin/trade-in-requests/:id', {
      params: { id: request.id },
      body,
      readAt: request.updated_at,
      once: true,
    });
    setRequest(next);
    toast(`${stateLabel(tradeInMachine, next.state)}.`);
  };
  const can = Object.fromEntries(
    steps.map(({ verb }) => [verb, request.next.some((state) => state === tradeInMachine.events[verb].to)]),
  );
  const mayOffer = request.next.find((state) => state === 'offered' || state === 'counter_offered');
  return (
    <RecordFrame
      crumbs={[{ label: 'Trade-ins', to: '/admin/trade-in-requests' }]}
      title={`${request.number} ${request.tool}`}
      about={<StateBadge machine={tradeInMachine} state={request.state} />}
      actions={
        <StateActions
          steps={steps}
          can={can}
          main="credit"
          run={(event, note) => move({ state: tradeInMachine.events[event].to, ...(note ? { note } : {}) })}
        />
      }
      side={
        <Card>
          <h2>History</h2>
          <Timeline
            moments={request.history.map((event, at) => ({
              id: at,
              title: stateLabel(tradeInMachine, event.state),
              when: <DateText at={event.at} show="both" />,
              body: [event.by, event.note].filter(Boolean).join(': '),
            }))}
          />
        </Card>
      }
    >
      {mayOffer ? (
        <OfferForm key={`${mayOffer} ${request.updated_at}`} state={mayOffer} request={request} onMove={move} />
      ) : null}
      {request.next.includes('received') ? (
        <ReceiveForm locations={locations} products={products} onMove={move} />
      ) : null}
      {request.same_serial.length > 0 ? (
        <Notice tone="careful" title="This serial number has been offered before.">
          <ul>
            {request.same_serial.map((other) => (
              <li key={other.id}>
                <TextLink to={`/admin/trade-in-requests/${other.id}`} discover="none">
                  {other.number}
                </TextLink>{' '}
                by {other.full_name}: {stateLabel(tradeInMachine, other.state)}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {request.photos.length > 0 ? (
        <Card>
          <h2>Pictures</h2>
          <Photos request={request.id} photos={request.photos} />
        </Card>
      ) : null}
      <TradeInFacts request={request} />
    </RecordFrame>
  );
}
