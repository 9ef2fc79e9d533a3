import { may } from '@tuneport/domain/identity/permissions';
import { stateOptions } from '@tuneport/domain/states/machine';
import { productMachine } from '@tuneport/domain/store/product';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { AdminList, type RowOf } from '../../AdminList.tsx';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { mainPrice, productCells } from './product-cells.ts';

export const meta = () => [{ title: pageTitle('Products') }];

export const clientLoader = async (_: ClientLoaderFunctionArgs) => ({
  categories: await call('GET /v1/admin/product-categories'),
});
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the products" />;

type Row = RowOf<'GET /v1/admin/products'>;

export const ProductState = ({ state }: { state: string }) => <StateBadge machine={productMachine} state={state} />;

const columns: readonly Column<Row>[] = [
  { id: 'name', label: 'Name', sortable: true, cell: (row) => row.name, csv: (row) => row.name },
  {
    id: 'sku',
    label: 'SKU',
    editable: true,
    sortable: true,
    cell: (row) => row.sku || '–',
    csv: (row) => row.sku,
    hideBelow: 800,
  },
  {
    id: 'category',
    label: 'Category',
    sortable: true,
    group: true,
    cell: (row) => row.category ?? '–',
    csv: (row) => row.category ?? '',
    hideBelow: 640,
  },
  {
    id: 'state',
    label: 'Status',
    editable: true,
    sortable: true,
    cell: (row) => <ProductState state={row.state} />,
    csv: (row) => row.state,
  },
  {
    id: 'price',
    label: 'Price',
    editable: true,
    align: 'end',
    cell: (row) => {
      const price = mainPrice(row);
      return price ? `${amountText(price.price)} ${price.currency}` : '–';
    },
    csv: (row) => mainPrice(row)?.price ?? '',
  },
  {
    id: 'sellable',
    label: 'Available',
    sortable: true,
    align: 'end',
    cell: (row) => (row.tracks_stock ? row.sellable : '–'),
    csv: (row) => (row.tracks_stock ? row.sellable : ''),
    hideBelow: 640,
  },
  {
    id: 'updated_at',
    label: 'Changed',
    sortable: true,
    cell: (row) => <DateText at={row.updated_at} show="relative" />,
    csv: (row) => row.updated_at,
    hideBelow: 1000,
  },
];

export default function ProductsPage() {
  const { categories } = useLoaderData<typeof clientLoader>();
  const mayWrite = may(factsOf(useUi()), 'products.write');
  const filters: readonly FilterSpec[] = [
    {
      id: 'category',
      label: 'Category',
      kind: 'select',
      options: categories.map(({ slug, name }) => ({ value: slug, label: name })),
    },
    {
      id: 'state',
      label: 'Status',
      kind: 'select',
      options: stateOptions(productMachine),
      many: true,
    },
  ];
  return (
    <AdminList
      of="GET /v1/admin/products"
      title="Products"
      columns={columns}
      searchLabel="Search name, slug or SKU"
      filters={filters}
      rowKey={(row) => row.id}
      edit={mayWrite ? productCells : undefined}
      rowName={(row) => row.name}
      rowLink={(row) => `/admin/products/${row.id}`}
      create={{ label: 'New product', to: '/admin/products/new' }}
      empty={{
        title: 'Products appear here once you add one.',
        step: <ButtonLink to="/admin/products/new">Add the first product</ButtonLink>,
      }}
    />
  );
}
