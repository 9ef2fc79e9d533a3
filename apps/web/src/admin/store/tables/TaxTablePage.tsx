import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { taxesAt } from '@tuneport/domain/store/tax/tax-table';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { type Countries, PlaceFields, stateOptions } from './PlaceFields.tsx';
import { type RowColumn, RowsEditor } from './RowsEditor.tsx';
import { TableForm } from './TableForm.tsx';
import css from './tables.module.css';
import { useTable } from './useTable.ts';

export const meta = () => [{ title: pageTitle('Taxes') }];

type Taxes = CallReply<'GET /v1/admin/tax-table'>;
type Row = Taxes['rows'][number];

export async function clientLoader() {
  const [taxes, countries] = await Promise.all([call('GET /v1/admin/tax-table'), call('GET /countries')]);
  return { taxes, countries };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the taxes" />;

const columnsOf = (countries: Countries): readonly RowColumn<Row>[] => [
  {
    label: 'Country',
    cell: ({ row, set, error, label }) => (
      <NativeSelect
        label={label}
        placeholder="Choose a country"
        value={row.country_code}
        error={error('country_code')}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(event) => set({ country_code: event.currentTarget.value, state: '' })}
      />
    ),
  },
  {
    label: 'State or province',
    cell: ({ row, set, error, label }) => {
      const states = stateOptions(countries, row.country_code);
      return states.length === 0 ? (
        <TextField
          label={label}
          placeholder="Entire country"
          value={row.state}
          error={error('state')}
          onChange={(event) => set({ state: event.currentTarget.value })}
        />
      ) : (
        <NativeSelect
          label={label}
          placeholder="Entire country"
          value={row.state}
          error={error('state')}
          options={states}
          onChange={(event) => set({ state: event.currentTarget.value })}
        />
      );
    },
  },
  {
    label: 'Name on the invoice',
    cell: ({ row, set, error, label }) => (
      <TextField
        label={label}
        maxLength={60}
        value={row.name}
        error={error('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
    ),
  },
  {
    label: 'Percent',
    cell: ({ row, set, error, label }) => (
      <TextField
        label={label}
        inputMode="decimal"
        after="%"
        value={row.percent}
        error={error('percent')}
        onChange={(event) => set({ percent: event.currentTarget.value })}
      />
    ),
  },
];

const fieldNames: Readonly<Record<string, string>> = { country_code: 'country', percent: 'percent' };
const labelOf = (path: string) => {
  const [, at = '', field = ''] = path.split('.');
  return at === '' ? '' : `Row ${Number(at) + 1}${field ? `, ${fieldNames[field] ?? field}` : ''}`;
};

export default function TaxTablePage() {
  const { taxes, countries } = useLoaderData<typeof clientLoader>();
  const readOnly = !may(factsOf(useUi()), 'products.write');
  const form = useTable(taxes, (body) => call('PUT /v1/admin/tax-table', { body }));
  const nameOf = (row: Row) =>
    [row.name, row.state, countries.find(({ code }) => code === row.country_code)?.name].filter(Boolean).join(', ');
  return (
    <RecordFrame
      crumbs={[{ label: 'Products', to: '/admin/products' }]}
      title="Taxes"
      about="By country and state. Every row that matches an address becomes its own line on the invoice. Existing orders are not affected."
    >
      <TableForm
        form={form}
        readOnly={readOnly}
        saveLabel="Save taxes"
        labelOf={labelOf}
        show={(theirs) => (
          <ul>
            {theirs.rows.map((row) => (
              <li key={`${row.country_code} ${row.state} ${row.name}`}>
                {nameOf(row)}: {row.percent}%
              </li>
            ))}
          </ul>
        )}
      >
        <Card>
          <RowsEditor
            rows={form.table.rows}
            columns={columnsOf(countries)}
            layout={css.taxes}
            onChange={(rows) => form.change({ ...form.table, rows })}
            nameOf={nameOf}
            errorAt={form.errorAt}
            add={{ label: 'Add tax', row: () => ({ country_code: '', state: '', name: '', percent: '' }) }}
            empty="No taxes yet."
            readOnly={readOnly}
          />
        </Card>
      </TableForm>
      <Preview rows={form.table.rows} countries={countries} />
    </RecordFrame>
  );
}

/** Uses the table on the page, saved or not. */
function Preview({ rows, countries }: { rows: readonly Row[]; countries: Countries }) {
  const [place, setPlace] = useState({ country_code: 'CA', state: 'ON' });
  const table = rows.map((row) => ({ ...row, countryCode: row.country_code, state: row.state || null }));
  const taxes = taxesAt(table, { countryCode: place.country_code, state: place.state });
  const where = countries.find(({ code }) => code === place.country_code)?.name ?? 'this place';
  return (
    <Card className={css.preview}>
      <h2>Try it</h2>
      <div className={css.choice}>
        <PlaceFields countries={countries} place={place} onChange={setPlace} />
      </div>
      <p aria-live="polite">
        {taxes.length === 0
          ? `No tax in ${where}${place.state ? `, ${place.state}` : ''}.`
          : `An order to ${where}${place.state ? `, ${place.state}` : ''} is taxed with ${taxes.map(({ name, percent }) => `${name} ${percent}%`).join(' and ')}.`}
      </p>
    </Card>
  );
}
