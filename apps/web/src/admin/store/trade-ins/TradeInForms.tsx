import type { CallInput, CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import { tradeInOfferDays } from '@tuneport/domain/store/trade-in-states';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { useStep } from '../../record/useStep.ts';

type TradeIn = CallReply<'GET /v1/admin/trade-in-requests/:id'>;
export type TradeInChange = CallInput<'PATCH /v1/admin/trade-in-requests/:id'>['body'];
type StepForm = { onMove: (body: TradeInChange) => Promise<void> };

function StepCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2>{title}</h2>
      {children}
    </Card>
  );
}

const currencies = currencyCodes.map((code) => ({ value: code, label: code }));

export function OfferForm({
  state,
  request,
  onMove,
}: StepForm & { state: 'offered' | 'counter_offered'; request: TradeIn }) {
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

type Choice = { slug: string; name: string };
type ReceiveProps = StepForm & { locations: readonly Choice[]; products: readonly Choice[] };

export function ReceiveForm({ locations, products, onMove }: ReceiveProps) {
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
