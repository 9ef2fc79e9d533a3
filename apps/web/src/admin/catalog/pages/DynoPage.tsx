import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { FileDrop } from '../../../ui/controls/FileDrop.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { AdminList } from '../../AdminList.tsx';
import { BulkRunNotice } from '../../operations/bulk/BulkRunNotice.tsx';
import { useBulkRun } from '../../operations/bulk/useBulkRun.ts';
import { RecordPanel } from '../../record/RecordPanel.tsx';
import { sendFile } from '../../record/send-file.ts';
import css from '../catalog-admin.module.css';
import { countColumn, textColumn } from '../columns.tsx';
import { RefInput } from '../inputs/RefInputs.tsx';

export const meta = () => [{ title: pageTitle('Dyno files') }];

type Row = CallReply<'GET /v1/admin/ecu/dyno'>['data'][number];
const columns: readonly Column<Row>[] = [
  textColumn('label', 'Run', (row) => row.label),
  {
    id: 'tune',
    label: 'Tune',
    cell: (row) => (
      <TextLink to={`/catalog-manage/tunes/${row.tune.id}`} discover="none">
        {row.tune.name}
      </TextLink>
    ),
    csv: (row) => row.tune.name,
  },
  textColumn('source', 'From', (row) => (row.source === 'upload' ? 'File' : 'Calculated'), { hideBelow: 640 }),
  countColumn('points', 'Points', (row) => row.points, 640),
  {
    id: 'created_at',
    label: 'Added',
    cell: (row) => <DateText at={row.created_at} show="date" />,
    csv: (row) => row.created_at,
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  {
    id: 'source',
    label: 'From',
    kind: 'select',
    options: [
      { value: 'upload', label: 'file' },
      { value: 'calculated', label: 'calculated' },
    ],
  },
  { id: 'tune_id', label: 'Tune number', kind: 'text' },
];
const bytesMax = 2 * 1024 * 1024;

export default function DynoPage() {
  const mayWrite = may(factsOf(useUi()), 'catalog.write');
  const [adding, setAdding] = useState(false);
  const { run, start, setRun } = useBulkRun('dyno-runs', mayWrite);
  return (
    <AdminList
      of="GET /v1/admin/ecu/dyno"
      title="Dyno files"
      columns={columns}
      filters={filters}
      searchLabel="Search run or tune"
      rowKey={(row) => row.id}
      rowName={(row) => row.label}
      headActions={mayWrite ? <Button onClick={() => setAdding(true)}>Add dyno file</Button> : null}
      bulkActions={
        mayWrite
          ? [
              {
                label: 'Delete',
                danger: true,
                confirm: 'The curves are removed from the pages of their tunes.',
                run: async (rows) => {
                  for (const { id } of rows) await call('DELETE /dyno-csv/:id', { params: { id } });
                },
                runMatching: (matching) => start('delete', matching),
              },
            ]
          : undefined
      }
      notice={(reload) => <BulkRunNotice run={run} onChange={setRun} onEnded={reload} />}
      empty={{
        title: 'Dyno runs appear here once a file is added.',
        text: 'A CSV file with an rpm column and any of horsepower, torque, torque_limit, crank_horsepower, crank_torque.',
        step: mayWrite ? <Button onClick={() => setAdding(true)}>Add the first dyno file</Button> : null,
      }}
      record={(reload) =>
        adding ? (
          <RecordPanel title="Add dyno file" error={null} ready onClose={() => setAdding(false)}>
            <AddRun onAdded={reload} />
          </RecordPanel>
        ) : null
      }
    />
  );
}

function AddRun({ onAdded }: { onAdded: () => void }) {
  const [tune, setTune] = useState<string | null>(null);
  const [label, setLabel] = useState('');
  const upload = (file: File) =>
    sendFile('POST /dyno-csv', file, {
      fields: { tune: tune?.split(' ')[0] ?? '', label: label.trim() || file.name.replace(/\.csv$/i, '') },
    });
  return (
    <div className={css.block}>
      <RefInput label="Tune" of="tunes" line={tune} disabled={false} onChange={setTune} />
      <TextField
        label="Label"
        hint="Leave blank to use the file name."
        optional
        maxLength={100}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      {tune === null ? (
        <Notice>Choose the tune first.</Notice>
      ) : (
        <FileDrop
          label="Drop the CSV file here, or choose it"
          accept=".csv,text/csv"
          bytesMax={bytesMax}
          upload={upload}
          onDone={onAdded}
        />
      )}
    </div>
  );
}
