import { t } from '@tuneport/domain/text/text';
import { useNavigate, useSearchParams } from 'react-router';
import { PaymentForm } from '../features/payments/PaymentForm.tsx';
import { Checkout } from '../features/store/checkout/Checkout.tsx';
import css from '../features/store/checkout/checkout.module.css';
import { PlacedOrder } from '../features/store/checkout/PlacedOrder.tsx';
import { useHydrated } from '../features/store/checkout/use-hydrated.ts';
import { pageTitle } from '../shell/title.ts';
import { NeedsScript } from '../ui/feedback/NeedsScript.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Container } from '../ui/layout/Layout.tsx';

export const meta = () => [{ title: pageTitle(t('Checkout')) }, { name: 'robots', content: 'noindex' }];

/** The placed order is in the URL, so that reload and back show it again. */
export default function CheckoutPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = Number(params.get('order'));
  const hydrated = useHydrated();
  // Cart and draft are in the browser; the server has nothing to render here.
  if (!hydrated)
    return (
      <Container width="narrow" className={css.page}>
        <h1>{t('Checkout')}</h1>
        <NeedsScript />
        <Skeleton lines={8} label={t('Loading your cart')} />
      </Container>
    );
  if (Number.isInteger(id) && id > 0)
    return (
      <PlacedOrder
        key={id}
        id={id}
        payment={({ money, pay, onPaid }) => <PaymentForm money={money} pay={pay} onPaid={onPaid} />}
      />
    );
  return (
    <Checkout
      onPlaced={(placed) => void navigate(`/checkout?order=${placed}`, { replace: true })}
      payment={({ money, pay, onPaid, disabled }) => (
        <PaymentForm money={money} pay={pay} onPaid={onPaid} disabled={disabled} />
      )}
    />
  );
}
