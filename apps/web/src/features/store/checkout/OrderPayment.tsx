import { guestHolds, memberHolds } from '@tuneport/domain/store/unpaid-holds';
import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import type { BalanceTender } from '../../payments/tender/use-balances.ts';
import css from './checkout.module.css';
import { OrderApproval } from './OrderApproval.tsx';
import type { Method, OrderInput, usePayOrder } from './use-pay-order.ts';

type WireMoney = { readonly amount: string; readonly currency: string };
type Paying = ReturnType<typeof usePayOrder>;

/** What the card form of the page gets. */
export type PaymentSlot = {
  readonly money: WireMoney;
  readonly pay: (choice: Method, idempotencyKey: string) => ReturnType<Paying['pay']>;
  readonly onPaid: () => void;
  /** While the price is calculated again. */
  readonly disabled: boolean;
};

type Props = {
  isGuest: boolean;
  /** The whole price; null until it is known. */
  total: WireMoney | null;
  /** The price is being calculated again. */
  isWaiting: boolean;
  /** The order cannot be shipped to the address. */
  isRefused: boolean;
  tender: BalanceTender | null;
  paying: Paying;
  orderBody: () => OrderInput;
  payment: (slot: PaymentSlot) => ReactNode;
};

/** The third step: how long the goods are reserved, and the button or card form that pays. */
export const OrderPayment = (props: Props) => (
  <section className={css.block} aria-labelledby="checkout-payment">
    <h2 id="checkout-payment">
      {rich('<span>3</span> Payment', { span: (text) => <span className={css.number}>{text}</span> })}
    </h2>
    <p className={css.quiet}>
      {props.isGuest
        ? t(
            'When you pay, we reserve your items for {guest} minutes. Log in to have them reserved for {member} minutes.',
            { guest: guestHolds.minutes, member: memberHolds.minutes },
          )
        : t('When you pay, we reserve your items for up to {minutes} minutes.', { minutes: memberHolds.minutes })}
    </p>
    <PayWithTender {...props} />
  </section>
);

function PayWithTender({ total, isWaiting, isRefused, tender, paying, orderBody, payment }: Props): ReactNode {
  const { approver, busy, onAsked, onPaid, pay, payWithoutCard } = paying;
  if (!total)
    return (
      <p className={css.quiet}>
        {isRefused
          ? t('You can pay here once shipping is available for the address above.')
          : t('Enter your address to see the total and pay.')}
      </p>
    );
  if (tender && approver)
    return (
      <OrderApproval
        dealer={approver}
        input={{ ...orderBody(), source: tender.balance.source }}
        disabled={isWaiting}
        onAsked={() => onAsked(approver.slug)}
      />
    );
  if (tender?.isWhole)
    return (
      <div>
        <Button variant="primary" busy={busy} disabled={isWaiting} onClick={() => void payWithoutCard()}>
          {rich('Pay {total}', { total: <MoneyText money={total} /> })}
        </Button>
      </div>
    );
  if (/[1-9]/.test(total.amount)) return payment({ money: tender?.card ?? total, pay, onPaid, disabled: isWaiting });
  return (
    <div className={css.free}>
      <p>{t('Nothing left to pay.')}</p>
      <Button variant="primary" busy={busy} disabled={isWaiting} onClick={() => void payWithoutCard()}>
        {t('Place order')}
      </Button>
    </div>
  );
}
