import { useNavigate } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { showPanel, usePanel } from './panel-store.ts';

/** The frame of the cart; its contents come with the store. */
export function CartPanel({ entries = 0 }: { entries?: number }) {
  const open = usePanel() === 'cart';
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
            disabled={entries === 0}
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
      {entries === 0 ? (
        <EmptyState title="Your cart is empty." art="list">
          Tunes and tools you choose wait here until you check out, also in your other tabs.
        </EmptyState>
      ) : null}
    </Drawer>
  );
}
