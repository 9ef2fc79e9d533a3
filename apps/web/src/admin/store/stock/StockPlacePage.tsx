import type { CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import { bookableKinds, type StockMovementKind, stockMovements } from '@tuneport/domain/store/stock';
import { type FormEvent, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { pageNumber } from '../../../platform/page-number.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { Stat } from '../../../ui/text/Stat.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { placePath } from './StockPage.tsx';
import css from './stock.module.css';

type Place = CallReply<'GET /stock/product/:productSlug/location/:locationSlug'>;
type Movement = Place['movements']['data'][number];

export const meta = () => [{ title: pageTitle('Stock at a location') }];

export async function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const page = pageNumber(url.searchParams);
  const at = { productSlug: params.productSlug ?? '', locationSlug: params.locationSlug ?? '' };
  const [place, locations] = await Promise.all([
    call('GET /stock/product/:productSlug/location/:locationSlug', { params: at, query: { page } }),
    call('GET /stock/locations'),
  ]);
  return { place, locations };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the stock" />;

export default function StockPlacePage() {
  const { place, locations } = useLoaderData<typeof clientLoader>();
  const others = locations.filter(({ slug }) => slug !== place.location.slug);
  const known = place.value.unknown < place.value.pieces;
  const noCost = place.value.unknown > 0 ? 'Cost unknown' : '–';
  return (
    <RecordFrame
      crumbs={[{ label: 'Stock', to: '/admin/stock' }]}
      title={place.product.name}
      about={
        <Row>
          {place.location.name}
          {others.map(({ slug, name }) => (
            <TextLink key={slug} to={placePath(place.product.slug, slug)}>
              {name}
            </TextLink>
          ))}
        </Row>
      }
      side={<BookingForm key={`${place.product.slug} ${place.location.slug}`} place={place} others={others} />}
    >
      <Card>
        <div className={css.stats}>
          <Stat label="On hand">{place.on_hand}</Stat>
          <Stat label="Reserved for orders">{place.allocated}</Stat>
          <Stat label="Available">{place.sellable}</Stat>
          <Stat label="In transit">{place.in_transit}</Stat>
          <Stat label="Quarantine">{place.quarantine}</Stat>
          <Stat label="Back-orders">{place.back_orders}</Stat>
          <Stat label="Average cost">{place.value.average ? <MoneyText money={place.value.average} /> : noCost}</Stat>
          <Stat label={`Stock value (${place.value.pieces - place.value.unknown})`}>
            {place.value.worth ? <MoneyText money={place.value.worth} /> : noCost}
          </Stat>
          {known && place.value.unknown > 0 ? <Stat label="Cost unknown">{place.value.unknown}</Stat> : null}
        </div>
      </Card>
      <Movements place={place} />
    </RecordFrame>
  );
}

const signed = (value: number) => (value === 0 ? '' : value > 0 ? `+${value}` : `−${-value}`);
const labelOf = (kind: string) => stockMovements[kind as StockMovementKind]?.label ?? kind;

function Movements({ place }: { place: Place }) {
  const [taking, setTaking] = useState<Movement | null>(null);
  const { revalidate } = useRevalidator();
  const { movements } = place;
  if (movements.total === 0)
    return (
      <EmptyState title="Movements appear here.">
        No movements at this location yet. Start with a delivery or a count.
      </EmptyState>
    );
  const params = { productSlug: place.product.slug, locationSlug: place.location.slug };
  return (
    <Card>
      <h2>Movements</h2>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Type</th>
              <th scope="col">Reason</th>
              <th scope="col">On hand</th>
              <th scope="col">Reserved</th>
              <th scope="col">In transit</th>
              <th scope="col">Quarantine</th>
              <th scope="col">Cost</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {movements.data.map((movement) => (
              <tr key={movement.id} data-over={movement.reversed || undefined}>
                <td>
                  <DateText at={movement.at} />
                </td>
                <td>{movement.reverses ? `${labelOf(movement.kind)}, reversed` : labelOf(movement.kind)}</td>
                <td className={css.why}>
                  {[movement.reason, movement.reference, movement.by].filter(Boolean).join(' · ') || '–'}
                </td>
                <td>{signed(movement.on_hand)}</td>
                <td>{signed(movement.allocated)}</td>
                <td>{signed(movement.in_transit)}</td>
                <td>{signed(movement.quarantine)}</td>
                <td>{movement.cost ? <MoneyText money={movement.cost} /> : ''}</td>
                <td>
                  {movement.reversed ||
                  movement.reverses ||
                  !(bookableKinds as readonly string[]).includes(movement.kind) ? null : (
                    <Button size="small" variant="ghost" onClick={() => setTaking(movement)}>
                      Reverse
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        page={movements.page}
        pageCount={movements.page_count}
        to={(page) => `${placePath(place.product.slug, place.location.slug)}?page=${page}`}
        label="Pages of movements"
      />
      {taking ? (
        <ConfirmDialog
          open
          onClose={() => setTaking(null)}
          title="Reverse this movement?"
          confirmLabel="Reverse movement"
          reason={{ label: 'Reason', required: true }}
          onConfirm={async (reason) => {
            await call('POST /stock/product/:productSlug/location/:locationSlug/reverse', {
              params,
              body: { movement: taking.id, reason },
              once: true,
            });
            toast('Movement reversed.');
            await revalidate();
          }}
        >
          A second movement cancels it out. The first one stays in the list.
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

const reasons = ['Delivery', 'Count', 'Damaged', 'Lost', 'Found', 'Sample', 'Correction'];

function BookingForm({ place, others }: { place: Place; others: readonly { slug: string; name: string }[] }) {
  const [kind, setKind] = useState<(typeof bookableKinds)[number]>('RECEIVE');
  const [counted, setCounted] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string | undefined; errors: ApiError['errors'] } | null>(null);
  const { revalidate } = useRevalidator();
  const hasOrder = 'badOrder' in stockMovements[kind];
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
          ...(hasOrder ? { order: text('order') === 'bad' ? 'bad' : 'good' } : {}),
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
          {hasOrder ? (
            <NativeSelect
              label="Condition"
              name="order"
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
