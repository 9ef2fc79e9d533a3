import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { Ref } from '../../../ui/form/form-fields.ts';
import { RefPicker } from '../../../ui/form/RefPicker.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { searchDeals } from './activity-noun.ts';
import type { Deal } from './DealPage.tsx';
import { LostDialog } from './LostDialog.tsx';
import { MailDialog } from './MailDialog.tsx';

type Part = { deal: Deal; onChanged: () => Promise<void> };

/** Won, lost, reopen, e-mail, archive, merge and delete. Closing and deleting can be undone. */
export function DealActions({ deal, onChanged }: Part) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'lost' | 'mail' | 'merge' | null>(null);
  const close = () => setOpen(null);
  const params = { id: deal.id };
  const attempt = (act: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) =>
    act().then(
      async () => {
        const action = undo && { label: 'Undo', onSelect: () => void attempt(undo, 'Undone.') };
        toast(done, action ? { action } : {});
        await onChanged();
      },
      (error: unknown) => void toast(errorText(error), { tone: 'bad' }),
    );
  const reopen = () => call('POST /v1/admin/lead-engine/deals/:id/reopen', { params, body: {} });
  const remove = async () => {
    try {
      await call('DELETE /v1/admin/lead-engine/deals/:id', { params });
    } catch (error) {
      return toast(errorText(error), { tone: 'bad' });
    }
    const restore = () => call('POST /v1/admin/lead-engine/deals/:id/restore', { params });
    toast('Deal deleted.', {
      action: { label: 'Undo', onSelect: () => void attempt(restore, 'Deal restored.') },
    });
    return navigate('/admin/lead-engine');
  };
  if (deal.deletedAt) return null;
  const archived = deal.archivedAt !== null;
  return (
    <>
      {deal.status === 'open' ? (
        <>
          <Button
            variant="primary"
            onClick={() =>
              void attempt(() => call('POST /v1/admin/lead-engine/deals/:id/won', { params }), 'Deal won.', reopen)
            }
          >
            Mark as won
          </Button>
          <Button onClick={() => setOpen('lost')}>Mark as lost</Button>
        </>
      ) : (
        <Button onClick={() => void attempt(reopen, 'Deal reopened.')}>Reopen deal</Button>
      )}
      <Button onClick={() => setOpen('mail')}>Send e-mail</Button>
      <Menu
        label="More actions"
        icon="dots"
        entries={[
          {
            label: archived ? 'Unarchive deal' : 'Archive deal',
            onSelect: () => {
              const step = (to: 'archive' | 'unarchive') =>
                to === 'archive'
                  ? call('POST /v1/admin/lead-engine/deals/:id/archive', { params })
                  : call('POST /v1/admin/lead-engine/deals/:id/unarchive', { params });
              if (archived) void attempt(() => step('unarchive'), 'Deal unarchived.');
              else
                void attempt(
                  () => step('archive'),
                  'Deal archived.',
                  () => step('unarchive'),
                );
            },
          },
          { label: 'Merge with another deal', onSelect: () => setOpen('merge') },
          'rule',
          { label: 'Delete deal', danger: true, onSelect: () => void remove() },
        ]}
      />
      <LostDialog
        open={open === 'lost'}
        onClose={close}
        onLost={(reason) =>
          attempt(
            () => call('POST /v1/admin/lead-engine/deals/:id/lost', { params, body: { reason } }),
            'Deal marked as lost.',
            reopen,
          )
        }
      />
      {open === 'mail' ? <MailDialog deal={deal} onClose={close} onSent={onChanged} /> : null}
      {open === 'merge' ? <MergeDeals deal={deal} onClose={close} onMerged={onChanged} /> : null}
    </>
  );
}

function MergeDeals({ deal, onClose, onMerged }: { deal: Deal; onClose: () => void; onMerged: () => Promise<void> }) {
  const [other, setOther] = useState<Ref | null>(null);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Merge another deal into ${deal.title}?`}
      confirmLabel="Merge deals"
      onConfirm={async () => {
        if (!other) throw new Error('Choose the other deal.');
        try {
          await call('POST /v1/admin/lead-engine/deals/:id/merge', {
            params: { id: deal.id },
            body: { dealId: other.id },
          });
        } catch (error) {
          throw new Error(errorText(error));
        }
        toast('Deals merged.');
        await onMerged();
      }}
    >
      <Stack>
        <RefPicker label="Other deal" value={other} onChange={setOther} search={searchDeals} disabled={false} />
        <p>
          Its notes, activities, files, labels and people move here. Value, stage and fields of this deal stay. The
          other deal is deleted. This cannot be undone.
        </p>
      </Stack>
    </ConfirmDialog>
  );
}
