import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';

type Props = { what: string; onDelete: () => Promise<void>; children: ReactNode };

/** Confirms before deleting; `children` describe the consequences. */
export function DeleteButton({ what, onDelete, children }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete {what}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete this ${what}?`}
        confirmLabel={`Delete ${what}`}
        danger
        onConfirm={onDelete}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
