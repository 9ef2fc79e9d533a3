import type { CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import { bookableKinds, stockMovements } from '@tuneport/domain/store/stock';
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';

type Place = CallReply<'GET /stock/product/:productSlug/location/:locationSlug'>;

const reasons = ['Delivery', 'Count', 'Damaged', 'Lost', 'Found', 'Sample', 'Correction'];

/** Records a delivery, count, loss or move of stock. */
export function StockMovementForm({
  place,
  others,
}: {
  place: Place;
  others: readonly { slug: string; name: string }[];
}) {
  const [kind, setKind] = useState<(typeof bookableKinds)[number]>('RECEIVE');
  const [counted, setCounted] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string | undefined; errors: ApiError['errors'] } | null>(null);
  const { revalidate } = useRevalidator();
  const hasCondition = 'ifBad' in stockMovements[kind];
  const absolute = kind === 'ADJUST' && counted;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string) => String(new FormData(form).get(name) ?? '').trim();
    setBusy(true);
    setProblem(null);
    try {
      const pieces = text('pieces');
      const booked = await call('POST /stock/product/:productSlug/location/:locationSlug', {
        params: { productSlug: place.product.slug, locationSlug: place.location.slug },
        body: {
          kind,
          ...(pieces === '' ? {} : absolute ? { counted: pieces } : { change: pieces }),
          ...(hasCondition ? { condition: text('condition') === 'bad' ? 'bad' : 'good' } : {}),
          ...(kind === 'MOVE_OUT' ? { to: text('to') } : {}),
          ...(kind === 'RECEIVE' && text('unit_cost')
            ? { unit_cost: { amount: text('unit_cost'), currency: text('currency') } }
            : {}),
          ...(text('reference') ? { reference: text('reference') } : {}),
          reason: text('reason'),
        },
        once: true,
      });
      toast(`Recorded. ${booked.on_hand} on hand now.`);
      form.reset();
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { change, counted: count, ...rest } = error.errors;
      setProblem({
        message: error.kind === 'field_errors' ? undefined : error.message,
        errors: { ...rest, ...(change || count ? { pieces: change ?? count ?? [] } : {}) },
      });
    } finally {
      setBusy(false);
    }
  };
  const errors = problem?.errors ?? {};
  return (
    <Card>
      <h2>Record movement</h2>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <FormError message={problem?.message} />
          <NativeSelect
            label="What happens"
            value={kind}
            error={errors.kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as typeof kind)}
            options={bookableKinds.map((value) => ({ value, label: stockMovements[value].label }))}
          />
          {kind === 'ADJUST' ? (
            <NativeSelect
              label="Quantity is"
              value={counted ? 'counted' : 'change'}
              onChange={({ currentTarget }) => setCounted(currentTarget.value === 'counted')}
              options={[
                { value: 'counted', label: 'what was counted' },
                { value: 'change', label: 'the difference, negative if there are fewer' },
              ]}
            />
          ) : null}
          <TextField
            label={absolute ? 'Counted' : 'Quantity'}
            name="pieces"
            inputMode="numeric"
            autoComplete="off"
            error={errors.pieces}
          />
          {hasCondition ? (
            <NativeSelect
              label="Condition"
              name="condition"
              options={[
                { value: 'good', label: 'Good: for sale' },
                { value: 'bad', label: 'Bad: quarantine' },
              ]}
            />
          ) : null}
          {kind === 'RECEIVE' ? (
            <>
              <TextField
                label="Unit cost"
                name="unit_cost"
                inputMode="decimal"
                optional
                autoComplete="off"
                hint="Owed to the supplier. Leave blank to use the current average cost."
                error={errors.unit_cost}
              />
              <NativeSelect
                label="Cost currency"
                name="currency"
                defaultValue={place.value.worth?.currency ?? 'CAD'}
                options={currencyCodes.map((code) => ({ value: code, label: code }))}
              />
            </>
          ) : null}
          {kind === 'MOVE_OUT' ? (
            <NativeSelect
              label="To"
              name="to"
              error={errors.to}
              placeholder="Choose a location"
              options={others.map(({ slug, name }) => ({ value: slug, label: name }))}
            />
          ) : null}
          <TextField
            label="Reason"
            name="reason"
            list="stock-reasons"
            maxLength={200}
            error={errors.reason}
            autoComplete="off"
          />
          <datalist id="stock-reasons">
            {reasons.map((reason) => (
              <option key={reason} value={reason} />
            ))}
          </datalist>
          <TextField
            label="Reference"
            name="reference"
            optional
            maxLength={80}
            hint="Such as a delivery note or ticket."
            autoComplete="off"
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Record movement
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
