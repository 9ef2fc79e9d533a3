import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Stack } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { useStep } from '../record/useStep.ts';
import { SignatureInput, type SignaturePicture, signatureForm } from './SignatureInput.tsx';
import css from './signatures.module.css';

type Authority = CallReply<'GET /signature-authority/:id'>;

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /signature-authority/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the signature authority" />;
export const meta = ({ loaderData }: { loaderData?: Authority }) => [
  { title: pageTitle(loaderData?.legal_name ?? 'Signature authority') },
];

const revoke = {
  verb: 'revoke',
  label: 'Withdraw authority',
  danger: true,
  confirm: 'This person can no longer sign. The signatures stay on file.',
} as const;

export default function SignaturePage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Authority key={loaded.id} loaded={loaded} />;
}

function Authority({ loaded }: { loaded: Authority }) {
  const [authority, setAuthority] = useState(loaded);
  const mayWrite = may(factsOf(useUi()), 'signatures.write') && authority.revoked_at === null;
  const params = { id: authority.id };
  const withdraw = async () => {
    await call('DELETE /signature-authority/:id', { params });
    toast('Withdrawn.');
    setAuthority(await call('GET /signature-authority/:id', { params }));
  };
  return (
    <RecordFrame
      crumbs={[{ label: 'Signature authorities', to: '/admin/dealer-signature-authority' }]}
      title={authority.legal_name}
      about={
        authority.revoked_at === null ? <StateDot tone="good">Active</StateDot> : <StateDot hollow>Withdrawn</StateDot>
      }
      actions={<StateActions steps={[revoke]} can={{ revoke: mayWrite }} run={withdraw} />}
      side={mayWrite ? <Change authority={authority} onChange={setAuthority} /> : null}
    >
      <Card>
        <h2>Details</h2>
        <KeyValue
          rows={[
            ['Legal name', authority.legal_name],
            [
              'User',
              <TextLink key="user" to={`/admin/users/${authority.user_id}`} discover="none">
                {authority.user.name}
              </TextLink>,
            ],
            ['Recorded', <DateText key="made" at={authority.created_at} />],
            ['Withdrawn', authority.revoked_at ? <DateText key="gone" at={authority.revoked_at} /> : ''],
          ]}
        />
      </Card>
      <Card>
        <h2>Signatures</h2>
        <ol className={css.list}>
          {authority.signatures.map((signature, index) => (
            <li key={signature.id}>
              <img
                className={css.picture}
                src={signature.file}
                alt={`Signature of ${authority.legal_name}${index === 0 ? '' : ', replaced'}`}
              />
              <p>
                {index === 0 ? 'Current' : 'Replaced'}, {signature.how} <DateText at={signature.added_at} />
                {signature.added_by === null ? '' : ` by ${signature.added_by}`}
              </p>
              <p className={css.hash}>SHA-256 {signature.sha256}</p>
            </li>
          ))}
        </ol>
      </Card>
    </RecordFrame>
  );
}

function Change({ authority, onChange }: { authority: Authority; onChange: (next: Authority) => void }) {
  const [picture, setPicture] = useState<SignaturePicture | null>(null);
  const { busy, problem, send } = useStep(async (legal_name: string) => {
    const body = signatureForm({ legal_name }, picture);
    onChange(await call('PATCH /signature-authority/:id', { params: { id: authority.id }, body: body as never }));
    setPicture(null);
    toast('Saved.');
  });
  return (
    <Card>
      <h2>Change</h2>
      <form noValidate onSubmit={(event) => void send((field) => field('legal_name'))(event)}>
        <Stack>
          <FormError message={problem.message} />
          <TextField
            label="Legal name"
            name="legal_name"
            defaultValue={authority.legal_name}
            maxLength={120}
            error={problem.errors.legal_name}
          />
          <SignatureInput key={authority.updated_at} onChange={setPicture} error={problem.errors.signature_file} />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
