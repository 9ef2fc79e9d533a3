import type { CallInput, CallReply } from '@tuneport/contract/index';
import { plural, t } from '@tuneport/domain/text/text';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import css from './rentals.module.css';

export type Rental = CallReply<'GET /rentals'>['data'][number];
type Paid = CallReply<'POST /rentals/:id/deposit'>['payment'];
type Method = CallInput<'POST /rentals/:id/deposit'>['body']['method'];

export type DepositSlot = {
  readonly money: Rental['deposit'];
  readonly pay: (choice: Method, idempotencyKey: string) => Promise<Paid>;
  readonly onPaid: () => void;
};

type Props = {
  rentals: readonly Rental[];
  /** The order token, for anonymous visitors. */
  token?: string | undefined;
  payment: (slot: DepositSlot) => ReactNode;
  onChanged: () => void;
};

/** Rented and borrowed tools: state, due date and unpaid deposit. */
export function RentalList({ rentals, token, payment, onChanged }: Props) {
  const [paying, setPaying] = useState<number | null>(null);
  return (
    <ul className={css.rentals}>
      {rentals.map((rental) => (
        <li key={rental.id} className={css.rental}>
          <div className={css.head}>
            <strong>
              {rental.quantity > 1 ? `${rental.quantity} × ` : ''}
              {rental.product.name}
            </strong>
            <span className={css.quiet}>
              {plural(rental.days, { one: '{count} day', other: '{count} days' })}
              {rental.kind === 'loan' ? `, ${t('on loan')}` : ''}
            </span>
          </div>
          <p>{rental.sentence}</p>
          {rental.due_at ? (
            <p className={css.quiet}>
              {rich('Due back {due_at}', { due_at: <DateText at={rental.due_at} show="date" /> })}
            </p>
          ) : null}
          {rental.deposit_due || rental.rest_due ? (
            <div className={css.deposit}>
              {rental.rest_due ? (
                <p>
                  {rich('Damage and late fees were more than the deposit. Please pay the remaining {rest}.', {
                    rest: <MoneyText money={rental.rest} />,
                  })}
                </p>
              ) : (
                <p>
                  {rich(
                    'A deposit of {deposit} is due. We ship the tool once it is paid and refund it after the tool is returned and inspected.',
                    { deposit: <MoneyText money={rental.deposit} /> },
                  )}
                </p>
              )}
              {paying === rental.id ? (
                payment({
                  money: rental.rest_due ? rental.rest : rental.deposit,
                  pay: async (method, idempotencyKey) => {
                    const { payment: done } = await call('POST /rentals/:id/deposit', {
                      params: { id: rental.id },
                      body: { method, ...(token ? { token } : {}) },
                      idempotencyKey,
                    });
                    return done;
                  },
                  onPaid: () => {
                    setPaying(null);
                    toast(rental.rest_due ? t('Paid.') : t('The deposit is paid.'));
                    onChanged();
                  },
                })
              ) : (
                <Button variant="primary" onClick={() => setPaying(rental.id)}>
                  {rental.rest_due ? t('Pay the remainder') : t('Pay the deposit')}
                </Button>
              )}
            </div>
          ) : null}
          {rental.state === 'closed' && /[1-9]/.test(rental.taken.amount) ? (
            <p className={css.quiet}>
              {rich('Kept from the deposit: {taken}', { taken: <MoneyText money={rental.taken} /> })}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
