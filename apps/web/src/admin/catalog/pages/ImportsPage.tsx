import type { CallReply } from '@tuneport/contract/index';
import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { may } from '@tuneport/domain/identity/permissions';
import { regionNames } from '@tuneport/domain/places/regions';
import { stateLabel } from '@tuneport/domain/states/machine';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { FileDrop } from '../../../ui/controls/FileDrop.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import { grouped } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { AdminList } from '../../AdminList.tsx';
import { RecordPanel } from '../../record/RecordPanel.tsx';
import { sendFile } from '../../record/send-file.ts';
import css from '../catalog-admin.module.css';
import { countColumn, textColumn } from '../columns.tsx';

export const meta = () => [{ title: pageTitle('Imports') }];

type Row = CallReply<'GET /v1/admin/ecu/imports'>['data'][number];
const columns: readonly Column<Row>[] = [
  {
    id: 'file_name',
    label: 'File',
    cell: (row) => (
      <TextLink to={`/admin/catalog/imports/${row.id}`} discover="none">
        {row.file_name}
      </TextLink>
    ),
    csv: (row) => row.file_name,
  },
  {
    id: 'state',
    label: 'Status',
    cell: (row) => <StateBadge machine={importMachine} state={row.state} />,
    csv: (row) => stateLabel(importMachine, row.state),
  },
  textColumn('region', 'Region', (row) => regionNames[row.region], { hideBelow: 800 }),
  countColumn('rows_total', 'Lines', (row) => row.rows_total, 640),
  {
    id: 'rows_done',
    label: 'Imported',
    align: 'end',
    cell: (row) => (row.state === 'running' || row.state === 'done' ? grouped(row.rows_done) : '–'),
    csv: (row) => String(row.rows_done),
    hideBelow: 640,
  },
  textColumn('started_by', 'By', (row) => row.started_by ?? 'Command line', { hideBelow: 1000 }),
  {
    id: 'started_at',
    label: 'Sent',
    cell: (row) => <DateText at={row.started_at} show="relative" />,
    csv: (row) => row.started_at,
    hideBelow: 800,
  },
];

export default function ImportsPage() {
  const mayWrite = may(factsOf(useUi()), 'catalog.settings');
  const [adding, setAdding] = useState(false);
  const add = mayWrite ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      Import a table
    </Button>
  ) : null;
  return (
    <AdminList
      of="GET /v1/admin/ecu/imports"
      title="Imports"
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.file_name}
      headActions={add}
      empty={{
        title: 'Vehicle tables appear here once you import one.',
        text: 'A CSV or TSV file, plain or gzip, with column names in the first line.',
        step: add,
      }}
      record={() =>
        adding ? (
          <RecordPanel title="Import a table" error={null} ready onClose={() => setAdding(false)}>
            <Upload />
          </RecordPanel>
        ) : null
      }
    />
  );
}

const bytesMax = 100 * 1024 * 1024;

function Upload() {
  const navigate = useNavigate();
  const [region, setRegion] = useState<'1' | '2'>('1');
  const upload = (file: File) => sendFile('POST /v1/admin/ecu/imports', file, { fields: { region } });
  return (
    <div className={css.block}>
      <NativeSelect
        label="Region"
        hint="Vehicles in the table are offered in this region’s catalogue."
        value={region}
        options={[
          { value: '1', label: regionNames[1] },
          { value: '2', label: regionNames[2] },
        ]}
        onChange={(event) => setRegion(event.currentTarget.value as '1' | '2')}
      />
      <FileDrop
        label="Drop the table here, or choose it"
        hint="CSV or TSV, plain or .gz, up to 100 MB. You will see a preview before anything changes."
        accept=".csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,application/gzip"
        multiple={false}
        bytesMax={bytesMax}
        upload={upload}
        onDone={({ id }) => void navigate(`/admin/catalog/imports/${id}`)}
      />
    </div>
  );
}
