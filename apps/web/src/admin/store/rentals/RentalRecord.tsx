import type { CallInput, CallReply } from '@tuneport/contract/index';
import { stateLabel } from '@tuneport/domain/states/machine';
import { rentalMachine } from '@tuneport/domain/store/rental-states';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { useStep } from '../../record/useStep.ts';

type Rental = CallReply<'GET /v1/admin/rentals/:id'>;
type Move = CallInput<'PATCH /v1/admin/rentals/:id'>['body'];

export const meta = ({ loaderData }: { loaderData?: Rental }) => [
  { title: pageTitle(loaderData ? `${loaderData.product.name}, ${loaderData.full_name}` : 'Rental') },
];
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/rentals/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the rental" />;

const steps = machineSteps(rentalMachine, {
  close: {
    confirm:
      'The amount owed is kept from the deposit and the rest is refunded to the card. This is recorded in the ledger.',
  },
  lose: {
    danger: true,
    confirm: 'The whole deposit is kept and the item is removed from stock. This is recorded in the ledger.',
    reason: { label: 'What happened' },
  },
  cancel: {
    danger: true,
    confirm: 'Its items are released and a paid deposit is refunded. Refund the rent on the transaction.',
    reason: { label: 'Reason', required: true },
  },
});

export default function RentalRecord() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.id} loaded={loaded} />;
}

function Record({ loaded }: { loaded: Rental }) {
  const [rental, setRental] = useState(loaded);
  const move = async (body: Move) => {
    const next = await call('PATCH /v1/admin/rentals/:id', {
      params: { id: rental.id },
      body,
      readAt: rental.updated_at,
      once: true,
    });
    setRental(next);
    toast(`${stateLabel(rentalMachine, next.state)}.`);
  };
  const isUncovered = /[1-9]/.test(rental.uncovered.amount);
  const can = {
    close: rental.next.includes('closed') && !isUncovered,
    lose: rental.next.includes('lost'),
    cancel: rental.next.includes('cancelled'),
  };
  const order = rental.transaction_id;
  return (
    <RecordFrame
      crumbs={[{ label: 'Rentals', to: '/admin/rentals' }]}
      title={rental.product.name}
      about={
        <>
          <StateBadge machine={rentalMachine} state={rental.state} /> · {rental.full_name}
        </>
      }
      actions={
        <StateActions
          steps={steps}
          can={can}
          main="close"
          run={(event, note) => move({ state: rentalMachine.events[event].to, ...(note ? { note } : {}) })}
        />
      }
      side={
        <Card>
          <h2>History</h2>
          <Timeline
            moments={rental.history.map((event, at) => ({
              id: at,
              title: stateLabel(rentalMachine, event.state),
              when: <DateText at={event.at} show="both" />,
              body: [event.by, event.note].filter(Boolean).join(': '),
            }))}
          />
        </Card>
      }
    >
      {rental.next.includes('returned') ? <ReturnForm onMove={move} /> : null}
      {rental.next.includes('inspected') ? <InspectForm rental={rental} onMove={move} /> : null}
      {isUncovered ? <UncoveredForm rental={rental} onMove={move} /> : null}
      {rental.state === 'ready' ? (
        <Card>
          <h2>Ship the tool</h2>
          <p>It ships with its order. Enter the tracking number there.</p>
          {order === null ? null : (
            <TextLink to={`/admin/transactions/${order}`} discover="none">
              Open {rental.order_number}
            </TextLink>
          )}
        </Card>
      ) : null}
      <Card>
        <h2>Terms</h2>
        <KeyValue
          rows={[
            ['Pieces', String(rental.quantity)],
            ['For', `${rental.days} days`],
            ['Rent', <MoneyText key="rent" money={rental.rent} />],
            [
              'Deposit',
              <span key="deposit">
                <MoneyText money={rental.deposit} />
                {rental.deposit_transaction_id === null ? null : (
                  <>
                    {', '}
                    <TextLink to={`/admin/transactions/${rental.deposit_transaction_id}`} discover="none">
                      its payment
                    </TextLink>
                  </>
                )}
              </span>,
            ],
            ['Shipped', rental.out_at ? <DateText key="out" at={rental.out_at} show="both" /> : ''],
            ['Due', rental.due_at ? <DateText key="due" at={rental.due_at} show="date" /> : ''],
            ['Returned', rental.returned_at ? <DateText key="back" at={rental.returned_at} show="both" /> : ''],
            ['From', rental.location?.name ?? ''],
            ['Late fee', <MoneyText key="late" money={rental.late_fee} />],
            ['Damage fee', <MoneyText key="damage" money={rental.damage} />],
            ['Kept from deposit', <MoneyText key="taken" money={rental.taken} />],
            ...(/[1-9]/.test(rental.rest.amount)
              ? [
                  [
                    rental.rest_due ? 'Remainder due' : 'Remainder paid',
                    <MoneyText key="rest" money={rental.rest} />,
                  ] as const,
                ]
              : []),
            ['E-mail', rental.email],
            [
              'Order',
              order === null ? (
                rental.order_number
              ) : (
                <TextLink key="order" to={`/admin/transactions/${order}`} discover="none">
                  {rental.order_number}
                </TextLink>
              ),
            ],
          ]}
        />
      </Card>
    </RecordFrame>
  );
}

type StepForm = { onMove: (body: Move) => Promise<void> };

function ReturnForm({ onMove }: StepForm) {
  const { busy, problem, send } = useStep(onMove);
  return (
    <Card>
      <h2>Return</h2>
      <form
        noValidate
        onSubmit={(event) =>
          void send((field) => ({
            state: 'returned',
            condition: field('condition') === 'bad' ? 'bad' : 'good',
            note: field('note'),
          }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          <NativeSelect
            label="Condition"
            name="condition"
            options={[
              { value: 'good', label: 'Good: ready to rent again' },
              { value: 'bad', label: 'Bad: quarantine' },
            ]}
          />
          <TextField label="Note" name="note" optional maxLength={500} />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Record return
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}

function InspectForm({ rental, onMove }: StepForm & { rental: Rental }) {
  const { busy, problem, send } = useStep(onMove);
  return (
    <Card>
      <h2>Inspection</h2>
      <form
        noValidate
        onSubmit={(event) =>
          void send((field) => ({
            state: 'inspected',
            late_fee: field('late_fee'),
            damage: field('damage'),
            note: field('note'),
          }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          <TextField
            label="Late fee"
            name="late_fee"
            inputMode="decimal"
            after={rental.deposit.currency}
            defaultValue={rental.late_fee_now.amount}
            hint="Calculated from the return date. You can reduce it."
            error={problem.errors.late_fee}
          />
          <TextField
            label="Damage fee"
            name="damage"
            inputMode="decimal"
            after={rental.deposit.currency}
            defaultValue="0"
            error={problem.errors.damage}
          />
          <TextField label="Note" name="note" optional maxLength={500} />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Mark as inspected
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}

/** The deposit does not cover the amount: closing requires a decision about the rest. */
function UncoveredForm({ rental, onMove }: StepForm & { rental: Rental }) {
  const { busy, problem, send } = useStep(onMove);
  return (
    <Card>
      <h2>Close rental</h2>
      <form
        noValidate
        onSubmit={(event) =>
          void send((field) => ({
            state: 'closed',
            rest: field('rest') === 'charge' ? 'charge' : 'waive',
            note: field('note'),
          }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          <p>
            The deposit does not cover <MoneyText money={rental.uncovered} /> of the damage and late fees. The full
            deposit is retained.
          </p>
          <NativeSelect
            label="Remainder"
            name="rest"
            options={[
              { value: 'charge', label: 'Ask the customer to pay' },
              { value: 'waive', label: 'Waive' },
            ]}
          />
          <TextField label="Note" name="note" optional maxLength={500} />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Close rental
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
