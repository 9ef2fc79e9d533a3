import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { type RowColumn, RowsEditor } from './RowsEditor.tsx';
import { TableForm } from './TableForm.tsx';
import { rowLabel, slugFrom } from './table-labels.ts';
import css from './tables.module.css';
import { textColumn } from './text-column.tsx';
import { useTable } from './useTable.ts';

export const meta = () => [{ title: pageTitle('Categories') }];

export const clientLoader = () => call('GET /v1/admin/product-category-table');
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the categories" />;

type Table = CallReply<'GET /v1/admin/product-category-table'>;
/** A new row has no id yet. */
type Row = Omit<Table['rows'][number], 'id'> & { id: number | null };

const columns: readonly RowColumn<Row>[] = [
  // The slug follows the name until the row is saved; after that, links to it may exist.
  textColumn('Name', 'name', 80, (row, name) => (row.id === null ? { slug: slugFrom(name) } : {})),
  textColumn('URL slug', 'slug', 80),
  textColumn('Description', 'description', 300),
  {
    label: 'Products',
    cell: ({ row }) => (
      <div className={css.fact}>
        <span>Products</span> {row.products}
      </div>
    ),
  },
];

export default function CategoriesPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const readOnly = !may(factsOf(useUi()), 'products.write');
  const form = useTable<{ version: string; rows: readonly Row[] }>(loaded, ({ version, rows }) =>
    call('PUT /v1/admin/product-category-table', {
      body: { version, rows: rows.map(({ products: _, ...row }) => row) },
    }),
  );
  return (
    <RecordFrame
      crumbs={[{ label: 'Products', to: '/admin/products' }]}
      title="Categories"
      about="Store categories, in the order visitors see them."
    >
      <TableForm
        form={form}
        readOnly={readOnly}
        saveLabel="Save categories"
        labelOf={rowLabel}
        show={(theirs) => (
          <ol>
            {theirs.rows.map(({ slug, name }) => (
              <li key={slug}>{name}</li>
            ))}
          </ol>
        )}
      >
        <Card>
          <RowsEditor
            rows={form.table.rows}
            columns={columns}
            layout={css.categories}
            ordered
            onChange={(rows) => form.change({ ...form.table, rows })}
            nameOf={({ name }) => name}
            errorAt={form.errorAt}
            add={{
              label: 'Add category',
              row: () => ({ id: null, slug: '', name: '', description: '', products: 0 }),
            }}
            empty="Categories appear here once you add one. Products without one can only be found by search."
            readOnly={readOnly}
          />
        </Card>
      </TableForm>
    </RecordFrame>
  );
}
