import { useNavigate, useSearchParams } from 'react-router';
import { PaymentForm } from '../features/payments/PaymentForm.tsx';
import { Checkout } from '../features/store/checkout/Checkout.tsx';
import { PlacedOrder } from '../features/store/checkout/PlacedOrder.tsx';
import { useHydrated } from '../features/store/checkout/use-hydrated.ts';
import { pageTitle } from '../shell/title.ts';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Container } from '../ui/layout/Layout.tsx';

export const meta = () => [{ title: pageTitle('Checkout') }, { name: 'robots', content: 'noindex' }];

/** The order that was placed is in the address, so that reload and back show it again. */
export default function CheckoutPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = Number(params.get('order'));
  const hydrated = useHydrated();
  // The cart and what was typed live in the browser; the server has nothing to draw here.
  if (!hydrated)
    return (
      <Container width="narrow">
        <h1>Checkout</h1>
        <Skeleton lines={8} label="Reading your cart" />
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
      payment={({ money, pay, onPaid }) => <PaymentForm money={money} pay={pay} onPaid={onPaid} />}
    />
  );
}
