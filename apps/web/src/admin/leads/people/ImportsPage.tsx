import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { stateLabel } from '@tuneport/domain/states/machine';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pageTitle } from '../../../shell/title.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FileDrop } from '../../../ui/controls/FileDrop.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { dateColumn, numberColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import { AdminList, type RowOf } from '../../AdminList.tsx';
import { RecordPanel } from '../../record/RecordPanel.tsx';
import { sendFile } from '../../record/send-file.ts';
import { LeadTabs } from '../LeadTabs.tsx';
import css from '../leads.module.css';

export const meta = () => [{ title: pageTitle('Contact imports') }];

const columns: readonly Column<RowOf<'GET /v1/admin/lead-engine/imports'>>[] = [
  textColumn('file_name', 'File'),
  {
    id: 'state',
    label: 'Status',
    cell: (row) => <StateBadge machine={importMachine} state={row.state} />,
    csv: (row) => stateLabel(importMachine, row.state),
  },
  numberColumn('rows_total', 'Rows', { hideBelow: 640 }),
  textColumn('started_by', 'Uploaded by', { hideBelow: 800 }),
  dateColumn('started_at', 'Uploaded', { show: 'relative', hideBelow: 640 }),
];

export default function ImportsPage() {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      Import contacts
    </Button>
  );
  return (
    <>
      <Container width="full" className={css.tabs}>
        <LeadTabs />
      </Container>
      <AdminList
        of="GET /v1/admin/lead-engine/imports"
        title="Contact imports"
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.file_name}
        rowLink={(row) => `/admin/lead-engine/imports/${row.id}`}
        headActions={add}
        empty={{
          title: 'Files appear here once you import contacts.',
          text: 'A CSV or TSV file with column names in the first row, for example an export from another product.',
          step: add,
        }}
        record={() =>
          adding ? (
            <RecordPanel title="Import contacts" error={null} ready onClose={() => setAdding(false)}>
              <FileDrop
                label="Drop the file here, or choose it"
                hint="CSV or TSV, plain or .gz, up to 50 MB. You see a preview before anything changes."
                accept=".csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,application/gzip"
                multiple={false}
                bytesMax={50 * 1024 * 1024}
                upload={(file) => sendFile('POST /v1/admin/lead-engine/imports', file)}
                onDone={({ id }) => void navigate(`/admin/lead-engine/imports/${id}`)}
              />
            </RecordPanel>
          ) : null
        }
      />
    </>
  );
}
