import type { CallReply } from '@tuneport/contract/index';
import { pageTitle } from '../../../shell/title.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import type { Choices } from '../catalog-field.ts';
import {
  changedColumn,
  countColumn,
  idColumn,
  makeColumn,
  nameColumn,
  regionsColumn,
  textColumn,
} from '../columns.tsx';
import { transmissionKinds, transmissions } from '../entities/transmissions.ts';
import { named, optionsOf } from '../entity.ts';
import { RecordList } from '../RecordList.tsx';

export const meta = () => [{ title: pageTitle('Transmissions') }];

type Row = CallReply<'GET /v1/admin/ecu/transmissions'>['data'][number];
const kindText = (row: Row) => transmissionKinds[row.kind as keyof typeof transmissionKinds] ?? row.kind;
const columns: readonly Column<Row>[] = [
  nameColumn(),
  makeColumn(),
  textColumn('kind', 'Kind', kindText, { hideBelow: 640 }),
  textColumn('gears', 'Gears', (row) => (row.gears === null ? null : String(row.gears)), {
    sortable: true,
    align: 'end',
    hideBelow: 800,
  }),
  countColumn('engine_count', 'Engines', (row) => row.engine_count, 640),
  countColumn('tune_count', 'Tunes', (row) => row.tune_count),
  regionsColumn(),
  changedColumn(),
  idColumn(),
];
const filters = (choices: Choices | null): readonly FilterSpec[] => [
  { id: 'make_id', label: 'Make', kind: 'select', options: named(choices?.makes ?? []) },
  { id: 'kind', label: 'Kind', kind: 'select', options: optionsOf(transmissionKinds)() },
  { id: 'tune_id', label: 'Tune number', kind: 'text' },
];

export default function TransmissionsPage() {
  return (
    <RecordList
      of="GET /v1/admin/ecu/transmissions"
      entity={transmissions}
      title="Transmissions"
      columns={columns}
      filters={filters}
      searchLabel="Search name or code"
      rowName={(row) => `${row.make_name} ${row.name}`}
      empty={{ title: 'Transmissions appear here once one is created or a vehicle table is imported.' }}
    />
  );
}
