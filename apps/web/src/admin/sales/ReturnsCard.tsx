import type { CallReply } from '@tuneport/contract/index';
import { returnMachine, returnReasonNames } from '@tuneport/domain/store/return-states';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { AcceptReturn } from './AcceptReturn.tsx';
import css from './transactions.module.css';

type Returns = CallReply<'GET /order/:id/returns'>;

const steps = machineSteps(returnMachine, {
  receive: {},
  refuse: {
    danger: true,
    confirm: 'Nothing is refunded. The buyer will get an e-mail with your reason.',
    reason: { label: 'Reason', required: true },
  },
});

type Props = { orderId: number; since: string; onChanged: () => void };

/** Returns that the buyer requested: receive, then accept and refund, or refuse. */
export function ReturnsCard({ orderId, since, onChanged }: Props) {
  const [found, setFound] = useState<Returns | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` changes with the order
  useEffect(() => {
    call('GET /order/:id/returns', { params: { id: orderId }, query: {} }).then(setFound, () => {});
  }, [orderId, since]);
  const changed = (returns: Returns, text: string) => {
    setFound(returns);
    toast(text);
    onChanged();
  };
  if (!found || found.returns.length === 0) return null;
  return (
    <Card>
      <h2>Returns</h2>
      <div className={css.returns}>
        {found.returns.map((one) => (
          <section key={one.id} className={css.refund} aria-label={`Return ${one.id}`}>
            <p>
              <StateBadge machine={returnMachine} state={one.state} /> · <DateText at={one.requested_at} show="date" />
            </p>
            <p>
              {one.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}:{' '}
              {returnReasonNames[one.reason]}
              {one.note ? `. ${one.note}` : ''}
            </p>
            <p>
              {one.state === 'accepted' ? 'Refunded' : 'Can be refunded'}: <MoneyText money={one.refund} />
            </p>
            {one.answer ? <p>Message to the buyer: {one.answer}</p> : null}
            <StateActions
              steps={steps}
              can={one.can}
              run={async (event, reason) =>
                changed(
                  await call('POST /v1/admin/returns/:id/steps', {
                    params: { id: one.id },
                    body: { event, reason },
                    once: true,
                  }),
                  event === 'receive' ? 'Return received.' : 'Return refused. The buyer will get an e-mail.',
                )
              }
            />
            {one.can.accept ? (
              <AcceptReturn
                refund={one.refund}
                onSend={async (body) =>
                  changed(
                    await call('POST /v1/admin/returns/:id/accept', { params: { id: one.id }, body, once: true }),
                    'Return refunded. The buyer will get an e-mail.',
                  )
                }
              />
            ) : null}
          </section>
        ))}
      </div>
    </Card>
  );
}
