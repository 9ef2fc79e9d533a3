import { lazy, type ReactNode, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useCartMemory } from '../../features/store/cart/cart-memory.ts';
import { loadChunk } from '../../platform/chunk.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { showPanel, usePanel } from './panel-store.ts';

// Loaded when the panel first opens with items: most visits never do.
const CartContents = lazy<(props: { onLeave: () => void }) => ReactNode>(() =>
  loadChunk(() => import('../../features/store/cart/CartContents.tsx')),
);

export function CartPanel() {
  const open = usePanel() === 'cart';
  const isEmpty = useCartMemory().entries.length === 0;
  const navigate = useNavigate();
  const close = () => showPanel(null);
  return (
    <Drawer
      open={open}
      onClose={close}
      title="Cart"
      foot={
        <>
          <Button onClick={close}>Close Cart</Button>
          <Button
            variant="primary"
            disabled={isEmpty}
            onClick={() => {
              close();
              void navigate('/checkout');
            }}
          >
            Checkout
          </Button>
        </>
      }
    >
      {isEmpty ? (
        <EmptyState title="Your cart is empty." art="list">
          Tools and parts you add appear here until you check out, also in your other tabs.
        </EmptyState>
      ) : (
        <Suspense>
          <CartContents onLeave={close} />
        </Suspense>
      )}
    </Drawer>
  );
}
