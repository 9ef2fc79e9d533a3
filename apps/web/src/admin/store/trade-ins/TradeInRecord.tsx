import type { CallInput, CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import { stateLabel } from '@tuneport/domain/states/machine';
import {
  tradeInConditionNames,
  tradeInMachine,
  tradeInOfferDays,
  tradeInSentence,
} from '@tuneport/domain/store/trade-in-states';
import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { Photos } from '../../../features/store/trade-in/Photos.tsx';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { useStep } from '../../record/useStep.ts';

type TradeIn = CallReply<'GET /v1/admin/trade-in-requests/:id'>;
type Move = CallInput<'PATCH /v1/admin/trade-in-requests/:id'>['body'];

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
  const move = async (body: Move) => {
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
      <Card>
        <h2>The tool</h2>
        <KeyValue
          rows={[
            ['Serial number', request.serial],
            ['Condition', tradeInConditionNames[request.condition]],
            ['Note', request.note],
            ['Wants in exchange', request.wanted_product?.name ?? ''],
            ['Offer', request.offer ? <MoneyText key="offer" money={request.offer.value} /> : 'none yet'],
            [
              'Offer valid until',
              request.offer?.until ? <DateText key="until" at={request.offer.until} show="date" /> : '',
            ],
            [
              'Payout method',
              request.pay_as === null
                ? ''
                : request.pay_as === 'balance'
                  ? 'credit on the account'
                  : 'bank transfer, to be paid manually',
            ],
            [
              'Licence',
              request.licence_lock ? (
                <span key="licence">
                  Locked since <DateText at={request.licence_lock.locked_at} show="date" />.{' '}
                  {request.licence_lock.reason}
                </span>
              ) : (
                ''
              ),
            ],
            ['Parcel', request.tracking_number],
            ['Stocked as', [request.product?.name, request.location?.name].filter(Boolean).join(', ')],
          ]}
        />
      </Card>
      <Card>
        <h2>From</h2>
        <KeyValue
          rows={[
            ['Name', request.full_name],
            ['E-mail', request.email],
            ['Phone', request.phone],
            [
              'Account',
              request.user ? (
                <TextLink key="user" to={`/admin/users/${request.user.id}`} discover="none">
                  {request.user.name}
                </TextLink>
              ) : (
                'none yet'
              ),
            ],
            [
              'Dealer',
              request.dealer ? (
                <TextLink key="dealer" to={`/admin/dealers/${request.dealer.id}`} discover="none">
                  {request.dealer.name}
                </TextLink>
              ) : (
                ''
              ),
            ],
          ]}
        />
        <p>The customer sees: {tradeInSentence(request.state)}</p>
      </Card>
    </RecordFrame>
  );
}

type StepForm = { onMove: (body: Move) => Promise<void> };

function StepCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2>{title}</h2>
      {children}
    </Card>
  );
}

const currencies = currencyCodes.map((code) => ({ value: code, label: code }));

function OfferForm({ state, request, onMove }: StepForm & { state: 'offered' | 'counter_offered'; request: TradeIn }) {
  const { busy, problem, send } = useStep(onMove);
  const isCorrection = request.state === state;
  const label = isCorrection ? 'Correct offer' : state === 'offered' ? 'Make offer' : 'Make another offer';
  return (
    <StepCard title={label}>
      <form
        noValidate
        onSubmit={(event) =>
          void send((field) => ({
            state,
            note: field('note'),
            offer: { amount: field('amount'), currency: field('currency'), days: field('days') },
          }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          <TextField
            label="Value"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={isCorrection ? request.offer?.value.amount : undefined}
            error={problem.errors['offer.amount']}
          />
          <NativeSelect
            label="Currency"
            name="currency"
            options={currencies}
            defaultValue={request.offer?.value.currency ?? 'CAD'}
            error={problem.errors['offer.currency']}
          />
          <TextField
            label="Valid for"
            name="days"
            inputMode="numeric"
            after="days"
            defaultValue={String(tradeInOfferDays)}
            error={problem.errors['offer.days']}
          />
          <Textarea
            label="Conditions"
            name="note"
            rows={2}
            maxLength={2000}
            optional
            defaultValue={isCorrection ? request.offer?.conditions : undefined}
            hint={
              isCorrection
                ? 'The customer gets the corrected offer by e-mail, and can no longer accept the one before.'
                : 'Shown to the customer with the offer.'
            }
            error={problem.errors.note}
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              {label}
            </Button>
          </div>
        </Stack>
      </form>
    </StepCard>
  );
}

function ReceiveForm({ locations, products, onMove }: StepForm & Pick<Loaded, 'locations' | 'products'>) {
  const { busy, problem, send } = useStep(onMove);
  return (
    <StepCard title="Tool received">
      <form
        noValidate
        onSubmit={(event) =>
          void send((field) => ({ state: 'received', product: field('product'), location: field('location') }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          <NativeSelect
            label="Stock as"
            name="product"
            placeholder="Choose a product"
            options={products.map(({ slug, name }) => ({ value: slug, label: name }))}
            hint="One piece goes into quarantine with no value until it is inspected."
            error={problem.errors.product}
          />
          <NativeSelect
            label="Where"
            name="location"
            placeholder="Choose a location"
            options={locations.map(({ slug, name }) => ({ value: slug, label: name }))}
            error={problem.errors.location}
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Receive tool
            </Button>
          </div>
        </Stack>
      </form>
    </StepCard>
  );
}
