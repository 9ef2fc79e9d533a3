import type { CallInput, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { BalanceHint, tenderLabel } from '../../payments/tender/BalanceHint.tsx';
import { TenderChoice } from '../../payments/tender/TenderChoice.tsx';
import { balanceTenders, useBalances } from '../../payments/tender/use-balances.ts';
import { sumsOfOrder } from '../checkout/checkout-sums.ts';
import { SummaryLines, SummarySums } from '../checkout/Summary.tsx';

type Order = CallReply<'GET /order/:id'>;
type Method = NonNullable<CallInput<'POST /order/:id/payment'>['body']['method']>;
type Slot = {
  readonly money: Order['total'];
  readonly pay: (choice: Method, idempotencyKey: string) => Promise<CallReply<'POST /order/:id/payment'>['payment']>;
  readonly onPaid: () => void;
};
type Props = { order: Order; payment: (slot: Slot) => ReactNode };

/** An order that waits for its payment, such as a rental that staff arranged. */
export function UnpaidOrder({ order, payment }: Props) {
  if (order.state !== 'pending_payment')
    return (
      <EmptyState
        title={order.paid_at ? t('This order is paid.') : t('This order can no longer be paid.')}
        step={<ButtonLink to="/profile/orders">{t('My orders')}</ButtonLink>}
      >
        {order.sentence}
      </EmptyState>
    );
  return (
    <Stack>
      <h2>{t('Order {number}', { number: order.number })}</h2>
      <p>{rich('Reserved for you until {date}.', { date: <DateText at={order.expires_at} /> })}</p>
      <SummaryLines
        lines={order.lines.map((line) => ({
          key: String(line.line),
          name: line.name,
          options: line.options.map(({ selection }) => selection),
          quantity: line.quantity,
          amount: line.list,
        }))}
      />
      <SummarySums sums={sumsOfOrder(order)} />
      <Payment id={order.id} total={order.total} payment={payment} />
    </Stack>
  );
}

type PaymentProps = { id: number; total: Order['total']; payment: Props['payment'] };

function Payment({ id, total, payment }: PaymentProps) {
  const navigate = useNavigate();
  const tenders = balanceTenders(useBalances(useUser()?.id ?? null, 0), total);
  const [chosen, setChosen] = useState('card');
  const [busy, setBusy] = useState(false);
  const tender = tenders.find((one) => one.key === chosen);
  const balance = tender && {
    ...tender.part,
    source: tender.balance.source,
    ...(tender.balance.dealer ? { dealer: String(tender.balance.dealer.id) } : {}),
  };
  const onPaid = () => {
    toast(t('Paid.'));
    void navigate('/profile/rentals');
  };
  const payWhole = async () => {
    setBusy(true);
    try {
      await call('POST /order/:id/payment', { params: { id }, body: balance ? { balance } : {}, once: true });
      onPaid();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_committed') onPaid();
      else toast(errorText(error), { tone: 'bad' });
    }
    setBusy(false);
  };
  return (
    <>
      {tenders.length > 0 ? (
        <TenderChoice
          options={[
            { key: 'card', label: t('Card') },
            ...tenders.map((one) => ({ key: one.key, label: tenderLabel(one), hint: <BalanceHint tender={one} /> })),
          ]}
          chosen={chosen}
          onChoose={setChosen}
        />
      ) : null}
      {tender?.isWhole ? (
        <div>
          <Button variant="primary" busy={busy} onClick={() => void payWhole()}>
            {rich('Pay {amount}', { amount: <MoneyText money={total} /> })}
          </Button>
        </div>
      ) : (
        payment({
          money: tender ? tender.card : total,
          pay: async (method, idempotencyKey) => {
            const reply = await call('POST /order/:id/payment', {
              params: { id },
              body: { method, ...(balance ? { balance } : {}) },
              idempotencyKey,
            });
            return reply.payment;
          },
          onPaid,
        })
      )}
    </>
  );
}
