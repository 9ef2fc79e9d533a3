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
import { aspirations, engines, fuels } from '../entities/engines.ts';
import { named, optionsOf } from '../entity.ts';
import { RecordList } from '../RecordList.tsx';

export const meta = () => [{ title: pageTitle('Engines') }];

type Row = CallReply<'GET /v1/admin/ecu/engines'>['data'][number];
const columns: readonly Column<Row>[] = [
  nameColumn(),
  makeColumn(),
  textColumn('generation', 'Generation', (row) => row.generation, { hideBelow: 800 }),
  textColumn('displacement_l', 'Litres', (row) => row.displacement_l, { sortable: true, align: 'end', hideBelow: 640 }),
  textColumn('fuel', 'Fuel', (row) => fuels[row.fuel as keyof typeof fuels] ?? row.fuel, { hideBelow: 1000 }),
  countColumn('vehicle_count', 'Vehicles', (row) => row.vehicle_count, 640),
  countColumn('tune_count', 'Tunes', (row) => row.tune_count),
  regionsColumn(),
  changedColumn(),
  idColumn(),
];
const filters = (choices: Choices | null): readonly FilterSpec[] => [
  { id: 'make_id', label: 'Make', kind: 'select', options: named(choices?.makes ?? []) },
  { id: 'fuel', label: 'Fuel', kind: 'select', options: optionsOf(fuels)() },
  { id: 'aspiration', label: 'Aspiration', kind: 'select', options: optionsOf(aspirations)() },
  {
    id: 'tunes',
    label: 'Tunes',
    kind: 'select',
    options: [
      { value: 'some', label: 'with tunes' },
      { value: 'none', label: 'without a tune' },
    ],
  },
  { id: 'tune_id', label: 'Tune number', kind: 'text' },
];

export default function EnginesPage() {
  return (
    <RecordList
      of="GET /v1/admin/ecu/engines"
      entity={engines}
      title="Engines"
      columns={columns}
      filters={filters}
      searchLabel="Search name or code"
      rowName={(row) => `${row.make_name} ${row.name}`}
      empty={{ title: 'Engines appear here once one is created or a vehicle table is imported.' }}
    />
  );
}
