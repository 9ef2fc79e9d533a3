import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';

type Props = { open: boolean; onClose: () => void; onLost: (reason: string) => Promise<void> | void };

export const LostDialog = ({ open, onClose, onLost }: Props) => (
  <ConfirmDialog
    open={open}
    onClose={onClose}
    title="Mark this deal as lost?"
    confirmLabel="Mark as lost"
    reason={{ label: 'Reason', required: true }}
    onConfirm={onLost}
  >
    Reasons are counted in the report of won and lost deals.
  </ConfirmDialog>
);
