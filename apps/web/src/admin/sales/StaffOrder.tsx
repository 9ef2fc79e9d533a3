import type { CallReply } from '@tuneport/contract/index';
import { orderMachine } from '@tuneport/domain/store/order-states';
import { openPieces } from '@tuneport/domain/store/shipments';
import { call } from '../../platform/api/browser.ts';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { CancelLines } from './CancelLines.tsx';
import { ReturnsCard } from './ReturnsCard.tsx';
import { ShipCard } from './ShipCard.tsx';
import { cancellerName } from './transaction-labels.tsx';
import css from './transactions.module.css';

export type StaffOrderRecord = CallReply<'GET /v1/admin/orders/:id'>;

const steps = machineSteps(orderMachine, {
  hold: {
    confirm: 'Nothing ships until you clear it. The buyer will get an e-mail.',
    reason: { label: 'Reason', required: true },
  },
  clear: {},
  deliver: {},
  cancel: {
    danger: true,
    confirm: 'Unshipped items are cancelled and refunded, and their stock is released. The buyer will get an e-mail.',
    reason: { label: 'Reason', required: true },
  },
});
type Verb = (typeof steps)[number]['verb'];

type Props = { record: StaffOrderRecord; onChanged: (record: StaffOrderRecord) => void };

/** Staff actions on an order: review, ship, cancel all or part of it. */
export function StaffOrder({ record, onChanged }: Props) {
  const { order } = record;
  // Resets the forms when the remaining pieces change.
  const pieces = order.lines.map(openPieces).join();
  const hasSteps = steps.some(({ verb }) => record.can[verb] === true);
  const run = async (verb: Verb, reason: string) => {
    const params = { id: order.id };
    onChanged(
      verb === 'cancel'
        ? await call('POST /v1/admin/orders/:id/cancel', { params, body: { reason }, once: true })
        : await call('POST /v1/admin/orders/:id/steps', { params, body: { event: verb, reason }, once: true }),
    );
    toast('Order updated.');
  };
  return (
    <>
      {hasSteps || order.dispute || order.cancelled ? (
        <Card className={css.refund}>
          <h2>Order</h2>
          {order.dispute === 'open' ? (
            <Notice tone="careful" title="Payment disputed">
              The bank has not decided yet. Nothing can ship or be cancelled until then.
            </Notice>
          ) : null}
          {order.dispute === 'lost' ? (
            <Notice tone="bad" title="Dispute lost">
              The bank reversed the payment.
            </Notice>
          ) : null}
          {order.cancelled ? <p>Cancelled by {cancellerName(order.cancelled.by)}.</p> : null}
          <StateActions steps={steps} can={record.can} run={run} />
        </Card>
      ) : null}
      {order.shipments.length > 0 ? (
        <ReturnsCard
          orderId={order.id}
          since={order.refunded.amount}
          onChanged={() => void call('GET /v1/admin/orders/:id', { params: { id: order.id } }).then(onChanged)}
        />
      ) : null}
      <ShipCard key={`ship ${pieces}`} record={record} onChanged={onChanged} />
      <CancelLines key={`cancel ${pieces}`} record={record} onChanged={onChanged} />
    </>
  );
}
