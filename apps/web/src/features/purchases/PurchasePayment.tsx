import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { rich } from '../../ui/text/rich.ts';
import checkout from '../store/checkout/checkout.module.css';
import css from './purchase.module.css';
import { type Bought, isSome, type WireMoney } from './purchase-types.ts';
import type { Method, usePayPurchase } from './use-pay-purchase.ts';
import type { PurchaseTender } from './use-purchase-tender.ts';

/** What the card form of the page gets. */
export type PaymentSlot = {
  readonly money: WireMoney;
  readonly label: string;
  readonly pay: (choice: Method, idempotencyKey: string) => Promise<Bought['payment']>;
  readonly onPaid: () => void;
  /** While the price is calculated again. */
  readonly disabled: boolean;
};

type Props = {
  tender: PurchaseTender;
  paying: ReturnType<typeof usePayPurchase>;
  /** The price is known with its tax. */
  ready: boolean;
  /** False until the buyer confirms that they want the same selection again. */
  mayPay: boolean;
  /** In place of the button where the account needs the approval of a manager. */
  approval: ReactNode;
  payment: (slot: PaymentSlot) => ReactNode;
};

/** The button or card form that completes a purchase with the chosen payment method. */
export function PurchasePayment({ tender, paying, ready, mayPay, approval, payment }: Props) {
  const { account, error, kind, open, prepaid, quote, waiting } = tender;
  const { busy, chargeAccount, onPaid, payCard, payLater, payWithoutCard } = paying;
  if (!quote && !error) return <Skeleton lines={3} label={t('Loading the price')} />;
  if (!ready || !quote) return <p className={checkout.quiet}>{t('Enter your address to see the total and pay.')}</p>;
  if (!mayPay)
    return <p className={checkout.quiet}>{t('Confirm above that you want to buy it again, then pay here.')}</p>;
  if (!isSome(quote.total))
    return (
      <Button
        variant="primary"
        busy={busy}
        disabled={waiting}
        onClick={() => void (kind === 'account' ? chargeAccount(quote) : payWithoutCard(quote))}
      >
        {t('Complete purchase')}
      </Button>
    );
  if (kind === 'account' && account?.needs_approval) return approval;
  if (kind === 'account')
    return (
      <div className={css.pay}>
        <p className={checkout.quiet}>
          {t('It will appear on the next statement of {name}.', { name: account?.dealer.name ?? '' })}
        </p>
        <div>
          <Button variant="primary" busy={busy} disabled={waiting} onClick={() => void chargeAccount(quote)}>
            <span>{rich('Charge {total} to the account', { total: <MoneyText money={quote.total} /> })}</span>
          </Button>
        </div>
      </div>
    );
  if (prepaid?.isWhole)
    return (
      <div>
        <Button variant="primary" busy={busy} disabled={waiting} onClick={() => void payWithoutCard(quote)}>
          {rich('Pay {total}', { total: <MoneyText money={quote.total} /> })}
        </Button>
      </div>
    );
  if (kind === 'split' && open.split)
    return payment({
      money: open.split.card,
      label: t('Pay the remaining'),
      pay: payLater(quote, open.split.card),
      onPaid,
      disabled: waiting,
    });
  return payment({
    money: prepaid?.card ?? quote.total,
    label: t('Pay'),
    pay: payCard(quote),
    onPaid,
    disabled: waiting,
  });
}
