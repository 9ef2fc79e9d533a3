import { leadLimits } from '@tuneport/domain/leads/limits';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';

type Props = { open: boolean; onClose: () => void; onLost: (reason: string) => Promise<void> | void };

/** Asks why a deal was lost and offers the reasons that were used before, so that the report counts them together. */
export function LostDialog({ open, onClose, onLost }: Props) {
  const [reasons, setReasons] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!open) return;
    // Without them the reason is typed.
    call('GET /v1/admin/lead-engine/lost-reasons').then(setReasons, () => {});
  }, [open]);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Mark this deal as lost?"
      confirmLabel="Mark as lost"
      reason={{ label: 'Reason', required: true, maxLength: leadLimits.reason, suggestions: reasons }}
      onConfirm={onLost}
    >
      Reasons are counted in the report of won and lost deals.
    </ConfirmDialog>
  );
}
