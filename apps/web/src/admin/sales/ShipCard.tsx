import { type Carrier, carriers, openPieces } from '@tuneport/domain/store/shipments';
import { type FormEvent, useState } from 'react';
import { TrackingLink } from '../../features/store/orders/TrackingLink.tsx';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import type { StaffOrderRecord } from './StaffOrder.tsx';
import { lineLabel } from './transaction-labels.tsx';
import css from './transactions.module.css';

type Props = { record: StaffOrderRecord; onChanged: (record: StaffOrderRecord) => void };

const carrierOptions = Object.entries(carriers).map(([value, { name }]) => ({ value, label: name }));

/** The parcels of an order and the form for the next one. */
export function ShipCard({ record, onChanged }: Props) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { order } = record;
  const open = order.lines.filter((line) => openPieces(line) > 0);
  const ship = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const carrier = String(form.get('carrier') ?? '') as Carrier | '';
    const lines = open
      .map(({ line }) => ({ line, quantity: Number(form.get(`line-${line}`) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    const isRest = open.every((line) =>
      lines.some((one) => one.line === line.line && one.quantity === openPieces(line)),
    );
    setBusy(true);
    setProblem('');
    try {
      onChanged(
        await call('POST /v1/admin/orders/:id/ship', {
          params: { id: order.id },
          body: {
            tracking_number: String(form.get('tracking_number') ?? ''),
            ...(carrier === '' ? {} : { carrier }),
            ...(isRest ? {} : { lines }),
          },
          once: true,
        }),
      );
      toast(isRest ? 'Order shipped. The buyer will get an e-mail.' : 'Parcel shipped. The buyer will get an e-mail.');
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. Nothing was changed.'));
    } finally {
      setBusy(false);
    }
  };
  if (!record.can.ship && order.shipments.length === 0) return null;
  return (
    <Card>
      <h2 id="ship">Parcels</h2>
      {order.shipments.map((parcel) => (
        <div key={`${parcel.shipped_at} ${parcel.tracking_number}`}>
          <TrackingLink parcel={parcel} />
        </div>
      ))}
      {record.can.ship ? (
        <form className={css.refund} onSubmit={(event) => void ship(event)}>
          {open.map((line) => (
            <TextField
              key={line.line}
              label={lineLabel(line)}
              name={`line-${line.line}`}
              type="number"
              min={0}
              max={openPieces(line)}
              defaultValue={openPieces(line)}
              hint={`${openPieces(line)} to ship. Lower the number to ship only some.`}
            />
          ))}
          <TextField label="Tracking number" name="tracking_number" maxLength={100} />
          <NativeSelect
            label="Carrier"
            name="carrier"
            options={carrierOptions}
            placeholder="Detect from the tracking number"
          />
          <Button type="submit" variant="primary" busy={busy}>
            Ship order
          </Button>
          <FormError message={problem} />
        </form>
      ) : null}
      {record.transaction_id !== null && (order.state === 'shipped' || order.state === 'delivered') ? (
        <CorrectNumber record={record} transactionId={record.transaction_id} onChanged={onChanged} />
      ) : null}
    </Card>
  );
}

/** Corrects the tracking number of the last parcel. */
function CorrectNumber({ record, transactionId, onChanged }: Props & { transactionId: number }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const tracking_number = String(new FormData(event.currentTarget).get('tracking_number') ?? '');
    setBusy(true);
    setProblem('');
    try {
      const params = { id: transactionId };
      await call('POST /v1/admin/transactions/:id/set-tracking-number', {
        params,
        body: { tracking_number },
        once: true,
      });
      onChanged(await call('GET /v1/admin/orders/:id', { params: { id: record.order.id } }));
      toast('Tracking number saved. The buyer will get an e-mail.');
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. Nothing was changed.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.line} onSubmit={(event) => void save(event)}>
      <TextField
        label="Correct tracking number"
        name="tracking_number"
        defaultValue={record.order.shipments.at(-1)?.tracking_number ?? ''}
        maxLength={100}
      />
      <Button type="submit" busy={busy}>
        Save number
      </Button>
      <FormError message={problem} />
    </form>
  );
}
