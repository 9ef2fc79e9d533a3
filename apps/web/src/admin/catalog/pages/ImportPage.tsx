import { may } from '@tuneport/domain/identity/permissions';
import { regionNames } from '@tuneport/domain/places/regions';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { grouped } from '../../../ui/list/list-state.ts';
import { AboutImport, ImportSteps, isImportAtWork } from '../../imports/ImportSteps.tsx';
import { PageHead } from '../../PageHead.tsx';
import { DeleteButton } from '../../record/DeleteButton.tsx';
import { CatalogPage } from '../CatalogPage.tsx';
import { columnNames, type ImportReport, recordNames, type VehicleImport } from '../import-labels.ts';
import { RecordFallback } from '../RecordPage.tsx';

export const meta = ({ loaderData }: { loaderData?: VehicleImport }) => [
  { title: pageTitle(loaderData ? `Import of ${loaderData.file_name}` : 'Import') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/ecu/imports/:id', { params: { id: Number(params.id) } });
clientLoader.hydrate = true as const;
export const HydrateFallback = RecordFallback;

export default function ImportPage() {
  const shown = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const mayWrite = may(factsOf(useUi()), 'catalog.settings');
  const [region, setRegion] = useState(shown.region);
  const params = { id: shown.id };
  return (
    <CatalogPage>
      <PageHead
        crumbs={[{ label: 'Imports', to: '/admin/catalog/imports' }, { label: shown.file_name }]}
        title={`Import of ${shown.file_name}`}
        about={
          <AboutImport shown={shown}>
            {shown.started_by ? ` by ${shown.started_by}` : ' from the command line'} · {regionNames[shown.region]}
          </AboutImport>
        }
      >
        {mayWrite && (!isImportAtWork(shown) || shown.stalled) ? (
          <DeleteButton
            what="import"
            onDelete={async () => {
              await call('DELETE /v1/admin/ecu/imports/:id', { params });
              await navigate('/admin/catalog/imports');
            }}
          >
            The file and its report will be deleted. Imported records stay in the catalogue.
          </DeleteButton>
        ) : null}
      </PageHead>
      <ImportSteps
        shown={shown}
        mayWrite={mayWrite}
        hasFile={shown.has_file}
        names={columnNames}
        mappingHint="Make and model are required. Rows without a year are filed under “Series”."
        options={
          <NativeSelect
            label="Region"
            value={String(region)}
            options={[
              { value: '1', label: regionNames[1] },
              { value: '2', label: regionNames[2] },
            ]}
            onChange={(event) => setRegion(Number(event.currentTarget.value) as 1 | 2)}
          />
        }
        onCheck={(columns) => call('POST /v1/admin/ecu/imports/:id/check', { params, body: { columns, region } })}
        onStart={() => call('POST /v1/admin/ecu/imports/:id/start', { params })}
        rowName={['row', 'rows']}
        nothingToImport="Every vehicle in this file is already in the catalogue. There is nothing to import."
        aboutReport={aboutReport}
        skippedOf={({ rows, skipped, skipped_by_reason }) =>
          rows.skipped === 0
            ? null
            : {
                title: rows.skipped === 1 ? 'Why 1 row was skipped' : `Why ${grouped(rows.skipped)} rows were skipped`,
                byReason: skipped_by_reason,
                lines: skipped,
              }
        }
        skippedFile={`/api/v1/admin/ecu/imports/${shown.id}/skipped-csv`}
      />
    </CatalogPage>
  );
}

function aboutReport({ records, resumed_after, seconds }: ImportReport): string {
  const counts = Object.entries(records)
    .filter(([name, count]) => count > 0 && recordNames[name])
    .map(([name, count]) => `${recordNames[name]} ${grouped(count)}`);
  return [
    counts.join(', ') || 'No new records',
    ...(resumed_after > 0 ? [`Resumed after row ${grouped(resumed_after)}`] : []),
    ...(seconds > 0 ? [`Took ${seconds} s`] : []),
  ]
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
