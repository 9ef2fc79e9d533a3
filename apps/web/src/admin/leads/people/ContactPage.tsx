import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { NounForm } from '../../record/noun/NounForm.tsx';
import { NounHistory } from '../../record/noun/NounHistory.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import type { StoredRecord } from '../../record/record-calls.ts';
import { DealLines } from '../DealLines.tsx';
import { readCustomFields } from '../fields/custom-fields.ts';
import { LabelChecks } from '../LabelChecks.tsx';
import { optionOf } from '../options.ts';
import { ContactNotes } from './ContactNotes.tsx';
import { contactNoun, contactValues } from './contact-noun.ts';
import { Duplicates } from './Duplicates.tsx';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = Number(params.id);
  const [contact, duplicates, owners, labels, fields] = await Promise.all([
    call('GET /v1/admin/lead-engine/contacts/:id', { params: { id } }),
    call('GET /v1/admin/lead-engine/contacts/:id/duplicates', { params: { id } }),
    call('GET /v1/admin/lead-engine/owners'),
    call('GET /v1/admin/lead-engine/labels', { query: {} }),
    readCustomFields(),
  ]);
  return { contact, duplicates, owners, labels: labels.data, fields };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the contact" />;
export const meta = ({ loaderData }: { loaderData?: { contact: { name: string } } }) => [
  { title: pageTitle(loaderData?.contact.name ?? 'Contact') },
];

export default function ContactPage() {
  const { contact, duplicates, owners, labels, fields } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const noun = contactNoun(owners.map(optionOf), fields.contact);
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
        <ButtonLink variant="primary" to={`/admin/lead-engine/add?contactId=${contact.id}`}>
          Add deal
        </ButtonLink>
      }
      side={
        <>
          <Duplicates
            what="contact"
            name={contact.name}
            to={noun.to}
            duplicates={duplicates}
            merge={(contactId) =>
              call('POST /v1/admin/lead-engine/contacts/:id/merge', { params: { id: contact.id }, body: { contactId } })
            }
          >
            Deals, notes, activities, addresses and labels move here. The other contact is deleted. This cannot be
            undone.
          </Duplicates>
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
          <NounHistory noun={noun} record={record} more={{ labels: 'Labels' }} />
        </>
      }
    >
      <Card>
        <h2>Contact</h2>
        <NounForm
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
