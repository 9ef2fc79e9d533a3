import { may } from '@tuneport/domain/identity/permissions';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import type { Ref } from '../../ui/form/form-fields.ts';
import { RefPicker } from '../../ui/form/RefPicker.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { searchOf } from '../record/noun/noun.ts';
import { useStep } from '../record/useStep.ts';
import { SignatureInput, type SignaturePicture, signatureForm } from './SignatureInput.tsx';

export const meta = () => [{ title: pageTitle('Signature authorities') }];

type Row = RowOf<'GET /signature-authority'>;

const columns: readonly Column<Row>[] = [
  textColumn('legal_name', 'Legal name'),
  { id: 'user', label: 'User', cell: (row) => row.user.name, csv: (row) => row.user.name },
  {
    id: 'state',
    label: 'Status',
    cell: (row) =>
      row.revoked_at === null ? <StateDot tone="good">Active</StateDot> : <StateDot hollow>Withdrawn</StateDot>,
    csv: (row) => (row.revoked_at === null ? 'active' : 'withdrawn'),
  },
  dateColumn('updated_at', 'Signed', { hideBelow: 640 }),
];
const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'revoked', label: 'Withdrawn' },
    ],
  },
];

export default function SignaturesPage() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <AdminList
        of="GET /signature-authority"
        title="Signature authorities"
        columns={columns}
        filters={filters}
        searchLabel="Search name"
        rowKey={(row) => row.id}
        rowName={(row) => row.legal_name}
        rowLink={(row) => `/admin/dealer-signature-authority/${row.id}`}
        headActions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            Record signature
          </Button>
        }
        empty={{
          title: 'People who may sign for dealers appear here.',
          text: 'Record a person with their legal name and signature.',
        }}
      />
      {adding ? <NewSignature onClose={() => setAdding(false)} /> : null}
    </>
  );
}

const searchUsers = searchOf('/v1/admin/users');

function NewSignature({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const maySearch = may(factsOf(useUi()), 'users.read');
  const [user, setUser] = useState<Ref | null>(null);
  const [picture, setPicture] = useState<SignaturePicture | null>(null);
  const { busy, problem, send } = useStep(async (fields: { legal_name: string; user_id: string }) => {
    const body = signatureForm({ ...fields, user_id: user ? String(user.id) : fields.user_id }, picture);
    const made = await call('POST /signature-authority', { body: body as never });
    toast('Recorded.');
    await navigate(`/admin/dealer-signature-authority/${made.id}`);
  });
  return (
    <Dialog open onClose={onClose} locked={busy} title="Record signature">
      <form
        noValidate
        onSubmit={(event) =>
          void send((field) => ({ legal_name: field('legal_name'), user_id: field('user_id') }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          {maySearch ? (
            <RefPicker
              label="User"
              value={user}
              onChange={setUser}
              search={searchUsers}
              disabled={busy}
              error={problem.errors.user_id}
            />
          ) : (
            <TextField label="User number" name="user_id" inputMode="numeric" error={problem.errors.user_id} />
          )}
          <TextField label="Legal name" name="legal_name" maxLength={120} error={problem.errors.legal_name} />
          <SignatureInput onChange={setPicture} error={problem.errors.signature_file} />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Record signature
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
