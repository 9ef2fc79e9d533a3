import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import type { Choices } from '../catalog-field.ts';
import { changedColumn, countColumn, idColumn, nameColumn, regionsColumn, textColumn } from '../columns.tsx';
import { tunes } from '../entities/tunes.ts';
import { named } from '../entity.ts';
import { PriceSheet } from '../PriceSheet.tsx';
import { RecordList } from '../RecordList.tsx';

export const meta = () => [{ title: pageTitle('Tunes') }];

type Row = CallReply<'GET /v1/admin/ecu/tunes'>['data'][number];
const columns: readonly Column<Row>[] = [
  nameColumn(),
  textColumn('part_number', 'Part number', (row) => row.part_number, { sortable: true, hideBelow: 640 }),
  textColumn('tune_types', 'Types', (row) => row.tune_types.map(({ name }) => name).join(', '), { hideBelow: 800 }),
  textColumn('tier_name', 'Tier', (row) => row.tier_name, { sortable: true, hideBelow: 640 }),
  countColumn('engine_count', 'Engines', (row) => row.engine_count),
  countColumn('transmission_count', 'Transmissions', (row) => row.transmission_count, 1000),
  countColumn('tool_count', 'Tools', (row) => row.tool_count, 800),
  regionsColumn(),
  changedColumn(),
  idColumn(),
];
const filters = (choices: Choices | null): readonly FilterSpec[] => [
  { id: 'tune_type_id', label: 'Type', kind: 'select', options: named(choices?.tune_types ?? []) },
  { id: 'tier_id', label: 'Tier', kind: 'select', options: named(choices?.tiers ?? []) },
  { id: 'tool_id', label: 'Tool', kind: 'select', options: named(choices?.tools ?? []) },
  {
    id: 'lacks',
    label: 'Lacks',
    kind: 'select',
    options: [
      { value: 'tools', label: 'tools' },
      { value: 'prices', label: 'a price' },
      { value: 'vehicles', label: 'engines and transmissions' },
    ],
  },
  { id: 'engine_id', label: 'Engine number', kind: 'text' },
];

export default function TunesPage() {
  const mayWrite = may(factsOf(useUi()), 'catalog.write');
  return (
    <RecordList
      of="GET /v1/admin/ecu/tunes"
      entity={tunes}
      title="Tunes"
      columns={columns}
      filters={filters}
      searchLabel="Search name or part number"
      rowName={(row) => row.name}
      headActions={<PriceSheet mayWrite={mayWrite} />}
      empty={{ title: 'Tunes appear here once the first one is created.' }}
    />
  );
}
