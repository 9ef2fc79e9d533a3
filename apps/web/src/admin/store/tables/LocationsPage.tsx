import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { type RowColumn, RowsEditor } from './RowsEditor.tsx';
import { TableForm } from './TableForm.tsx';
import { rowLabel, slugFrom } from './table-labels.ts';
import css from './tables.module.css';
import { textColumn } from './text-column.tsx';
import { useTable } from './useTable.ts';

export const meta = () => [{ title: pageTitle('Stock locations') }];

export const clientLoader = () => call('GET /v1/admin/stock-location-table');
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the locations" />;

type Table = CallReply<'GET /v1/admin/stock-location-table'>;
type Row = Omit<Table['rows'][number], 'id'> & { id: number | null };

const regions = [
  { value: '1', label: 'North America' },
  { value: '2', label: 'Europe' },
];

const columns: readonly RowColumn<Row>[] = [
  textColumn('Name', 'name', 80, (row, name) => (row.id === null ? { slug: slugFrom(name) } : {})),
  textColumn('URL slug', 'slug', 80),
  {
    label: 'Near',
    cell: ({ row, set, error, label }) => (
      <NativeSelect
        label={label}
        placeholder="No region"
        value={row.region === null ? '' : String(row.region)}
        error={error('region')}
        options={regions}
        onChange={({ currentTarget: { value } }) => set({ region: value === '' ? null : value === '1' ? 1 : 2 })}
      />
    ),
  },
  {
    label: 'Ships orders',
    cell: ({ row, set }) => (
      <div data-tick>
        <Checkbox
          label="Ships orders"
          checked={row.ships}
          onChange={(event) => set({ ships: event.currentTarget.checked })}
        />
      </div>
    ),
  },
  {
    label: 'Pieces',
    cell: ({ row }) => (
      <div className={css.fact}>
        <span>Pieces</span> {row.pieces}
      </div>
    ),
  },
];

export default function LocationsPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const readOnly = !may(factsOf(useUi()), 'stock');
  const form = useTable<{ version: string; rows: readonly Row[] }>(loaded, ({ version, rows }) =>
    call('PUT /v1/admin/stock-location-table', { body: { version, rows: rows.map(({ pieces: _, ...row }) => row) } }),
  );
  return (
    <RecordFrame
      crumbs={[{ label: 'Stock', to: '/admin/stock' }]}
      title="Stock locations"
      about="Where stock is kept. Orders ship from their own region first, then in this order."
    >
      <TableForm
        form={form}
        readOnly={readOnly}
        saveLabel="Save locations"
        labelOf={rowLabel}
        show={(theirs) => (
          <ol>
            {theirs.rows.map(({ slug, name, ships }) => (
              <li key={slug}>
                {name}
                {ships ? '' : ', sends no orders'}
              </li>
            ))}
          </ol>
        )}
      >
        <Card>
          <RowsEditor
            rows={form.table.rows}
            columns={columns}
            layout={css.locations}
            ordered
            onChange={(rows) => form.change({ ...form.table, rows })}
            nameOf={({ name }) => name}
            errorAt={form.errorAt}
            add={{
              label: 'Add location',
              row: () => ({ id: null, slug: '', name: '', region: null, ships: true, pieces: 0 }),
            }}
            empty="Locations appear here once you add one. You need one to receive stock."
            readOnly={readOnly}
          />
        </Card>
      </TableForm>
    </RecordFrame>
  );
}
