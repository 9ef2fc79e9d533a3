import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';

type Props = { id: number; pinned: boolean; onChanged: () => Promise<void> };

/** Buttons that pin and delete a note. */
export function NoteTools({ id, pinned, onChanged }: Props) {
  const [deleting, setDeleting] = useState(false);
  const params = { id };
  const attempt = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act();
      toast(done);
      await onChanged();
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  return (
    <>
      <Button
        variant="link"
        size="small"
        onClick={() =>
          void attempt(
            () => call('PATCH /v1/admin/lead-engine/notes/:id', { params, body: { pinned: !pinned } }),
            pinned ? 'Note unpinned.' : 'Note pinned.',
          )
        }
      >
        {pinned ? 'Unpin' : 'Pin'}
      </Button>
      <Button variant="link" size="small" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title="Delete this note?"
        confirmLabel="Delete note"
        danger
        onConfirm={() => attempt(() => call('DELETE /v1/admin/lead-engine/notes/:id', { params }), 'Note deleted.')}
      />
    </>
  );
}
