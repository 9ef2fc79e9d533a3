import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { NounForm } from '../../record/NounForm.tsx';
import { NounHistory } from '../../record/NounHistory.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import type { StoredRecord } from '../../record/record-calls.ts';
import { DealLines } from '../DealLines.tsx';
import { LabelChecks } from '../LabelChecks.tsx';
import { ContactNotes } from './ContactNotes.tsx';
import { contactNoun, contactValues } from './contact-noun.ts';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = Number(params.id);
  const [contact, duplicates, owners, labels] = await Promise.all([
    call('GET /v1/admin/lead-engine/contacts/:id', { params: { id } }),
    call('GET /v1/admin/lead-engine/contacts/:id/duplicates', { params: { id } }),
    call('GET /v1/admin/lead-engine/owners'),
    call('GET /v1/admin/lead-engine/labels', { query: {} }),
  ]);
  return { contact, duplicates, owners, labels: labels.data };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the contact" />;
export const meta = ({ loaderData }: { loaderData?: { contact: { name: string } } }) => [
  { title: pageTitle(loaderData?.contact.name ?? 'Contact') },
];

export default function ContactPage() {
  const { contact, duplicates, owners, labels } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const noun = contactNoun(owners.map(({ id, name }) => ({ value: String(id), label: name })));
  const record = contact as unknown as StoredRecord;
  return (
    <RecordFrame
      key={contact.id}
      crumbs={[{ label: 'Contacts', to: noun.to }]}
      title={contact.name}
      about={
        contact.organization ? (
          <TextLink to={`/admin/lead-engine/organizations/${contact.organization.id}`}>
            {contact.organization.name}
          </TextLink>
        ) : null
      }
      actions={
        <ButtonLink variant="primary" to={`/admin/lead-engine/add?contact=${encodeURIComponent(contact.name)}`}>
          Add deal
        </ButtonLink>
      }
      side={
        <>
          {duplicates.length > 0 ? <Duplicates id={contact.id} name={contact.name} duplicates={duplicates} /> : null}
          <LabelChecks
            labels={labels}
            own={contact.labels}
            save={(ids) =>
              call('PATCH /v1/admin/lead-engine/contacts/:id', { params: { id: contact.id }, body: { labels: ids } })
            }
            onChanged={async () => {
              await revalidate();
            }}
          />
          <NounHistory noun={noun} record={record} />
        </>
      }
    >
      <Card>
        <h2>Contact</h2>
        <NounForm
          key={contact.updated_at}
          noun={noun}
          record={record}
          read={contactValues}
          onSaved={() => void revalidate()}
          onDeleted={() => {
            toast('The contact was deleted.');
            void navigate(noun.to);
          }}
        />
      </Card>
      <DealLines deals={contact.deals} empty="No deals with this contact yet." />
      <ContactNotes contactId={contact.id} />
    </RecordFrame>
  );
}

type DuplicateProps = {
  id: number;
  name: string;
  duplicates: readonly { id: number; name: string; because: string }[];
};

function Duplicates({ id, name, duplicates }: DuplicateProps) {
  const { revalidate } = useRevalidator();
  const [merging, setMerging] = useState<{ id: number; name: string } | null>(null);
  return (
    <Card>
      <Stack>
        <h2>Possible duplicates</h2>
        {duplicates.map((other) => (
          <Row key={other.id} between>
            <span>
              <TextLink to={`/admin/lead-engine/contacts/${other.id}`}>{other.name}</TextLink> · {other.because}
            </span>
            <Button size="small" onClick={() => setMerging(other)}>
              Merge
            </Button>
          </Row>
        ))}
      </Stack>
      <ConfirmDialog
        open={merging !== null}
        onClose={() => setMerging(null)}
        title={`Merge ${merging?.name ?? ''} into ${name}?`}
        confirmLabel="Merge contacts"
        onConfirm={async () => {
          await call('POST /v1/admin/lead-engine/contacts/:id/merge', {
            params: { id },
            body: { contactId: merging?.id ?? 0 },
          });
          toast('Contacts merged.');
          await revalidate();
        }}
      >
        Deals, notes, activities, addresses and labels move here. The other contact is deleted. This cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}
