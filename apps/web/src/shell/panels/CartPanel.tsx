import { t } from '@tuneport/domain/text/text';
import { lazy, type ReactNode, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useCartMemory } from '../../features/store/cart/cart-memory.ts';
import { loadChunk } from '../../platform/chunk.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { showPanel } from './panel-store.ts';

// Loaded when the panel first opens with items: most visits never do.
const CartContents = lazy<(props: { onLeave: () => void }) => ReactNode>(() =>
  loadChunk(() => import('../../features/store/cart/CartContents.tsx')),
);

export default function CartPanel() {
  const isEmpty = useCartMemory().entries.length === 0;
  const navigate = useNavigate();
  const close = () => showPanel(null);
  return (
    <Drawer
      open
      onClose={close}
      title={t('Cart')}
      foot={
        <>
          <Button onClick={close}>{t('Close Cart')}</Button>
          <Button
            variant="primary"
            disabled={isEmpty}
            onClick={() => {
              close();
              void navigate('/checkout');
            }}
          >
            {t('Checkout')}
          </Button>
        </>
      }
    >
      {isEmpty ? (
        <EmptyState title={t('Your cart is empty.')} art="list">
          {t('Tools and parts you add appear here and in your other tabs until you check out.')}
        </EmptyState>
      ) : (
        <Suspense>
          <CartContents onLeave={close} />
        </Suspense>
      )}
    </Drawer>
  );
}
