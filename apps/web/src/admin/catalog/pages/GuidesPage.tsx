import type { CallReply } from '@tuneport/contract/index';
import { pageTitle } from '../../../shell/title.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import type { Choices } from '../catalog-field.ts';
import { changedColumn, idColumn, regionsColumn, textColumn } from '../columns.tsx';
import { guides } from '../entities/small.ts';
import { named } from '../entity.ts';
import { RecordList } from '../RecordList.tsx';

export const meta = () => [{ title: pageTitle('Guides') }];

type Row = CallReply<'GET /v1/admin/ecu/guides'>['data'][number];
const vehicleText = (row: Row) =>
  [row.make_name, row.model_name, row.year_name, row.engine_name, row.transmission_name].filter(Boolean).join(' ') ||
  'All vehicles';
const columns: readonly Column<Row>[] = [
  textColumn('title', 'Title', (row) => row.title, { sortable: true }),
  textColumn('vehicle', 'For', vehicleText),
  regionsColumn(),
  changedColumn(),
  idColumn(),
];
const filters = (choices: Choices | null): readonly FilterSpec[] => [
  { id: 'make_id', label: 'Make', kind: 'select', options: named(choices?.makes ?? []) },
];

export default function GuidesPage() {
  return (
    <RecordList
      of="GET /v1/admin/ecu/guides"
      entity={guides}
      title="Guides"
      columns={columns}
      filters={filters}
      searchLabel="Search title"
      rowName={(row) => row.title}
      empty={{
        title: 'Guides appear here once the first one is written.',
        text: 'A guide covers one vehicle, a make or all vehicles.',
      }}
    />
  );
}
