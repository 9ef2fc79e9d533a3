import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { type DepositSlot, type Rental, RentalList } from './RentalList.tsx';
import css from './rentals.module.css';

type Props = { orderId: number; token?: string | undefined; payment: (slot: DepositSlot) => ReactNode };

/** Rentals of an order, if any. */
export function OrderRentals({ orderId, token, payment }: Props) {
  const [rentals, setRentals] = useState<readonly Rental[]>([]);
  const read = useCallback(() => {
    call('GET /order/:id/rentals', { params: { id: orderId }, query: token ? { token } : {} }).then(
      setRentals,
      // The order itself shows the error.
      () => {},
    );
  }, [orderId, token]);
  useEffect(read, [read]);
  if (rentals.length === 0) return null;
  return (
    <section className={css.below} aria-label={t('Your rentals')}>
      <h2>{t('Your rentals')}</h2>
      <RentalList rentals={rentals} token={token} payment={payment} onChanged={read} />
    </section>
  );
}
