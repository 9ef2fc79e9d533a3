import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { refFilter } from '../../record/noun/noun.ts';
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
  textColumn('vehicle', 'Vehicle', (row) => vehicleText(row), { hideBelow: 800 }),
  {
    id: 'price',
    label: 'Price',
    align: 'end',
    cell: (row) => (row.price ? <MoneyText money={row.price} /> : row.is_stock ? '–' : 'No price'),
    csv: (row) => row.price?.amount ?? '',
  },
  textColumn('tune_types', 'Types', (row) => row.tune_types.map(({ name }) => name).join(', '), { hideBelow: 800 }),
  textColumn('tier_name', 'Tier', (row) => row.tier_name, { sortable: true, hideBelow: 640 }),
  countColumn('engine_count', 'Engines', (row) => row.engine_count),
  countColumn('transmission_count', 'Transmissions', (row) => row.transmission_count, 1000),
  countColumn('tool_count', 'Tools', (row) => row.tool_count, 800),
  regionsColumn(),
  changedColumn(),
  idColumn(),
];
const vehicleText = ({ vehicle, engine_count, transmission_count }: Row) => {
  const others = (engine_count || transmission_count) - 1;
  return vehicle && others > 0 ? `${vehicle} and ${others} more` : (vehicle ?? '');
};
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
  refFilter('engine_id', 'Engine', '/v1/admin/ecu/engines'),
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
      searchLabel="Search name, part number or vehicle"
      rowName={(row) => row.name}
      headActions={<PriceSheet mayWrite={mayWrite} />}
      empty={{ title: 'Tunes appear here once the first one is created.' }}
    />
  );
}
