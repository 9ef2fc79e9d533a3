import { may } from '@tuneport/domain/identity/permissions';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { StateDot } from '../../../ui/feedback/StateDot.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { AdminList, type RowOf } from '../../AdminList.tsx';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { stockCells } from './stock-cells.ts';

export const meta = () => [{ title: pageTitle('Stock') }];

export const clientLoader = async (_: ClientLoaderFunctionArgs) => ({ locations: await call('GET /stock/locations') });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the stock" />;

type Row = RowOf<'GET /stock'>;

const count = (id: 'on_hand' | 'allocated' | 'in_transit' | 'quarantine', label: string): Column<Row> => ({
  id,
  label,
  align: 'end',
  sortable: id === 'on_hand' || id === 'allocated',
  cell: (row) => row[id],
  csv: (row) => row[id],
  ...(id === 'in_transit' || id === 'quarantine' ? { hideBelow: 800 as const } : {}),
});

const columns: readonly Column<Row>[] = [
  { id: 'product', label: 'Product', sortable: true, cell: (row) => row.product.name, csv: (row) => row.product.name },
  {
    id: 'location',
    label: 'Location',
    sortable: true,
    cell: (row) => row.location.name,
    csv: (row) => row.location.name,
  },
  count('on_hand', 'On hand'),
  count('allocated', 'Reserved'),
  count('in_transit', 'In transit'),
  count('quarantine', 'Quarantine'),
  {
    id: 'sellable',
    label: 'Available',
    align: 'end',
    sortable: true,
    cell: (row) =>
      row.sellable <= row.low_at ? (
        <StateDot tone={row.sellable === 0 ? 'bad' : 'careful'}>{row.sellable}</StateDot>
      ) : (
        row.sellable
      ),
    csv: (row) => row.sellable,
  },
  {
    id: 'low_at',
    label: 'Low at',
    align: 'end',
    editable: true,
    cell: (row) => (row.low_stock_at === null ? `${row.low_at} (default)` : row.low_at),
    csv: (row) => row.low_at,
    hideBelow: 640,
  },
];

export const placePath = (product: string, location: string) => `/admin/stock/product/${product}/location/${location}`;

export default function StockPage() {
  const { locations } = useLoaderData<typeof clientLoader>();
  const mayWrite = may(factsOf(useUi()), 'products.write');
  const filters: readonly FilterSpec[] = [
    {
      id: 'location',
      label: 'Location',
      kind: 'select',
      options: locations.map(({ slug, name }) => ({ value: slug, label: name })),
    },
    {
      id: 'short',
      label: 'Level',
      kind: 'select',
      options: [
        { value: 'low', label: 'Low' },
        { value: 'yes', label: 'None available' },
      ],
    },
  ];
  return (
    <AdminList
      of="GET /stock"
      title="Stock"
      columns={columns}
      searchLabel="Search product or SKU"
      filters={filters}
      rowKey={(row) => `${row.product.slug} ${row.location.slug}`}
      rowName={(row) => `${row.product.name}, ${row.location.name}`}
      rowLink={(row) => placePath(row.product.slug, row.location.slug)}
      edit={mayWrite ? stockCells : undefined}
      empty={{
        title: 'Stock appears here by product and location.',
        step: <ButtonLink to="/admin/products">Record a first delivery</ButtonLink>,
      }}
    />
  );
}
