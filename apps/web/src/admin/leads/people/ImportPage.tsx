import type { CallReply } from '@tuneport/contract/index';
import type { ContactColumn, ContactColumnName } from '@tuneport/contract/leads/lead-imports';
import { customFieldName } from '@tuneport/domain/leads/custom-fields';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { grouped } from '../../../ui/list/list-state.ts';
import { AboutImport, ImportSteps, isImportAtWork } from '../../imports/ImportSteps.tsx';
import { DeleteButton } from '../../record/DeleteButton.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { readCustomFields } from '../fields/custom-fields.ts';

type LeadImport = CallReply<'GET /v1/admin/lead-engine/imports/:id'>;

const columnNames: Readonly<Record<ContactColumn, string>> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail addresses',
  phone: 'Phone numbers',
  organization: 'Organization',
  label: 'Labels',
  owner: 'Owner (name or e-mail address)',
  note: 'Note',
};

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/lead-engine/imports/:id', { params: { id: Number(params.id) } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the import" />;
export const meta = ({ loaderData }: { loaderData?: LeadImport }) => [
  { title: pageTitle(loaderData ? `Import of ${loaderData.file_name}` : 'Import') },
];

export default function ImportPage() {
  const shown = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const params = { id: shown.id };
  const names = useColumnNames();
  return (
    <RecordFrame
      crumbs={[
        { label: 'Contacts', to: '/admin/lead-engine/contacts' },
        { label: 'Imports', to: '/admin/lead-engine/imports' },
      ]}
      title={shown.file_name}
      about={<AboutImport shown={shown}>{shown.started_by ? ` by ${shown.started_by}` : ''}</AboutImport>}
      actions={
        isImportAtWork(shown) && !shown.stalled ? null : (
          <DeleteButton
            what="import"
            onDelete={async () => {
              await call('DELETE /v1/admin/lead-engine/imports/:id', { params });
              await navigate('/admin/lead-engine/imports');
            }}
          >
            The file and its report are deleted. Imported contacts stay.
          </DeleteButton>
        )
      }
    >
      <ImportSteps
        shown={shown}
        mayWrite
        names={names}
        mappingHint="A name or an e-mail address is required."
        onCheck={(columns) => call('POST /v1/admin/lead-engine/imports/:id/check', { params, body: { columns } })}
        onStart={() => call('POST /v1/admin/lead-engine/imports/:id/start', { params })}
        rowName={['contact', 'contacts']}
        nothingToImport="All contacts in this file already exist. There is nothing to import."
        aboutReport={() =>
          'Missing details are added to contacts with the same e-mail address; nothing is overwritten. Consent to e-mails is never imported.'
        }
        skippedOf={({ rows, warnings, by_reason, lines }) => {
          const counts = [
            ...(rows.skipped > 0 ? [`${grouped(rows.skipped)} skipped`] : []),
            ...(warnings > 0 ? [`${grouped(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
          ];
          return counts.length === 0 ? null : { title: counts.join(', '), byReason: by_reason, lines };
        }}
        skippedFile={`/api/v1/admin/lead-engine/imports/${shown.id}/report-csv`}
        next={
          <ButtonLink variant="primary" to="/admin/lead-engine/contacts?sort=-created_at">
            Show contacts
          </ButtonLink>
        }
      />
    </RecordFrame>
  );
}

/** The columns of a contact, then its custom fields. */
function useColumnNames(): Readonly<Record<ContactColumnName, string>> {
  const [custom, setCustom] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    let gone = false;
    readCustomFields().then(
      ({ contact }) =>
        gone || setCustom(Object.fromEntries(contact.map(({ id, name }) => [customFieldName(id), name]))),
      // Without them the columns of a contact can still be mapped.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  return { ...columnNames, ...custom };
}
