import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { NounForm } from '../../record/noun/NounForm.tsx';
import { NounHistory } from '../../record/noun/NounHistory.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import type { StoredRecord } from '../../record/record-calls.ts';
import { DealLines } from '../DealLines.tsx';
import { optionOf } from '../options.ts';
import { organizationNoun } from './contact-noun.ts';
import { Duplicates } from './Duplicates.tsx';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = Number(params.id);
  const [organization, duplicates, owners] = await Promise.all([
    call('GET /v1/admin/lead-engine/organizations/:id', { params: { id } }),
    call('GET /v1/admin/lead-engine/organizations/:id/duplicates', { params: { id } }),
    call('GET /v1/admin/lead-engine/owners'),
  ]);
  return { organization, duplicates, owners };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the organization" />;
export const meta = ({ loaderData }: { loaderData?: { organization: { name: string } } }) => [
  { title: pageTitle(loaderData?.organization.name ?? 'Organization') },
];

export default function OrganizationPage() {
  const { organization, duplicates, owners } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const noun = organizationNoun(owners.map(optionOf));
  const record = organization as unknown as StoredRecord;
  const named = encodeURIComponent(organization.name);
  return (
    <RecordFrame
      key={organization.id}
      crumbs={[{ label: 'Organizations', to: noun.to }]}
      title={organization.name}
      actions={
        <>
          <ButtonLink to={`/admin/lead-engine/contacts/add?organization=${named}`}>Add contact</ButtonLink>
          <ButtonLink variant="primary" to={`/admin/lead-engine/add?organizationId=${organization.id}`}>
            Add deal
          </ButtonLink>
        </>
      }
      side={
        <>
          <Duplicates
            what="organization"
            name={organization.name}
            to={noun.to}
            duplicates={duplicates}
            merge={(organizationId) =>
              call('POST /v1/admin/lead-engine/organizations/:id/merge', {
                params: { id: organization.id },
                body: { organizationId },
              })
            }
          >
            Contacts, deals and opportunities move here, and empty fields are filled. The other organization is deleted.
            This cannot be undone.
          </Duplicates>
          <Card>
            <Stack>
              <h2>Contacts</h2>
              {organization.people.length === 0 ? <p>No contacts yet.</p> : null}
              {organization.people.map((person) => (
                <TextLink key={person.id} to={`/admin/lead-engine/contacts/${person.id}`}>
                  {person.name}
                </TextLink>
              ))}
            </Stack>
          </Card>
          <NounHistory noun={noun} record={record} />
        </>
      }
    >
      <Card>
        <h2>Organization</h2>
        <NounForm
          noun={noun}
          record={record}
          onSaved={() => void revalidate()}
          onDeleted={() => {
            toast('The organization was deleted.');
            void navigate(noun.to);
          }}
        />
      </Card>
      <DealLines deals={organization.deals} empty="No deals with this organization yet." />
    </RecordFrame>
  );
}
