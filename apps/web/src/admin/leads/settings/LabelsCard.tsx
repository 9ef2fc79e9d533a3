import { leadLimits } from '@tuneport/domain/leads/limits';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { counted } from '../../counted.ts';
import { type Label, LabelRow } from './LabelRow.tsx';
import { NameForm } from './NameForm.tsx';
import { useChange } from './useChange.ts';

/** Labels of deals and contacts with their colours. */
export function LabelsCard({ labels }: { labels: readonly Label[] }) {
  const change = useChange();
  const [deleting, setDeleting] = useState<Label | null>(null);
  return (
    <Card>
      <Stack>
        <h2>Labels</h2>
        {labels.length === 0 ? <p>Labels mark deals and contacts, for example "Fleet" or "Urgent".</p> : null}
        {labels.map((label) => (
          <LabelRow
            key={label.id}
            label={label}
            save={(body) =>
              change(() => call('PATCH /v1/admin/lead-engine/labels/:id', { params: { id: label.id }, body }), 'Saved.')
            }
            remove={() => setDeleting(label)}
          />
        ))}
        <NameForm
          title="New label"
          label="Label name"
          button="Add label"
          maxLength={leadLimits.labelName}
          add={(name) => call('POST /v1/admin/lead-engine/labels', { body: { name } })}
        />
      </Stack>
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete the label ${deleting?.name ?? ''}?`}
        confirmLabel="Delete label"
        danger
        onConfirm={async () => {
          const id = deleting?.id ?? 0;
          await change(() => call('DELETE /v1/admin/lead-engine/labels/:id', { params: { id } }), 'Label deleted.');
        }}
      >
        It is removed from {counted(deleting?.deals ?? 0, 'deal')} and {counted(deleting?.contacts ?? 0, 'contact')}.
      </ConfirmDialog>
    </Card>
  );
}
