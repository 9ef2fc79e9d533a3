import { may } from '@tuneport/domain/identity/permissions';
import { currencyCodes, isCurrency, toWire } from '@tuneport/domain/money/money';
import { shippingOffers } from '@tuneport/domain/store/shipping';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { type Countries, PlaceFields } from './PlaceFields.tsx';
import { PriceGrid } from './PriceGrid.tsx';
import { type RowColumn, RowsEditor } from './RowsEditor.tsx';
import {
  asShopReads,
  firstClass,
  placesOf,
  placesText,
  renamed,
  type ShippingTable,
  sentTable,
  shippingLabel,
} from './shipping-form.ts';
import { TableForm } from './TableForm.tsx';
import { slugFrom } from './table-labels.ts';
import css from './tables.module.css';
import { textColumn } from './text-column.tsx';
import { useTable } from './useTable.ts';

export const meta = () => [{ title: pageTitle('Shipping') }];

export async function clientLoader() {
  const [table, countries] = await Promise.all([call('GET /v1/admin/shipping-table'), call('GET /countries')]);
  return { table, countries };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the shipping table" />;

type Zone = ShippingTable['zones'][number];
type Tier = ShippingTable['tiers'][number];

const zoneColumns: readonly RowColumn<Zone>[] = [
  textColumn('Zone', 'name', 80),
  {
    label: 'Countries and states, * for everywhere else',
    cell: ({ row, set, error, label }) => (
      <PlacesField row={row} onChange={(places) => set({ places })} error={error('places')} label={label} />
    ),
  },
];

/** Edited as text and parsed on blur, so that a comma is not removed while typing. */
function PlacesField(props: {
  row: Zone;
  label: string;
  error: readonly string[] | undefined;
  onChange: (places: Zone['places']) => void;
}) {
  const [text, setText] = useState<string | null>(null);
  return (
    <TextField
      label={props.label}
      placeholder="CA, US-AK"
      value={text ?? placesText(props.row.places)}
      error={props.error}
      onChange={(event) => {
        setText(event.currentTarget.value);
        props.onChange(placesOf(event.currentTarget.value));
      }}
      onBlur={() => setText(null)}
    />
  );
}

const days = (field: 'days_min' | 'days_max', label: string): RowColumn<Tier> => ({
  label,
  cell: ({ row, set, error }) => (
    <TextField
      label={label}
      inputMode="numeric"
      value={row[field] === null ? '' : String(row[field])}
      error={error(field)}
      onChange={({ currentTarget: { value } }) =>
        set({ [field]: /^\d{1,3}$/.test(value.trim()) ? Number(value) : null })
      }
    />
  ),
});
const tierColumns: readonly RowColumn<Tier>[] = [
  textColumn('Tier', 'name', 80, (row, name) =>
    row.key === slugFrom(row.name) ? { key: slugFrom(name).slice(0, 40) } : {},
  ),
  textColumn('Key', 'key', 40),
  days('days_min', 'Days, from'),
  days('days_max', 'Days, to'),
];

export default function ShippingTablePage() {
  const { table: loaded, countries } = useLoaderData<typeof clientLoader>();
  const readOnly = !may(factsOf(useUi()), 'products.write');
  const form = useTable<ShippingTable>(loaded, (table) =>
    call('PUT /v1/admin/shipping-table', { body: sentTable(table) }),
  );
  const { table } = form;
  // A place has no cell of its own: its errors are shown at the cell that lists all places.
  const zoneErrors = (path: string) => {
    const errors = Object.entries(form.problem?.errors ?? {});
    const field = path.replace(/^rows/, 'zones');
    const found = errors.filter(
      ([name]) => name === field || (field.endsWith('.places') && name.startsWith(`${field}.`)),
    );
    return found.length === 0 ? undefined : [...new Set(found.flatMap(([, texts]) => texts))];
  };
  return (
    <RecordFrame
      crumbs={[{ label: 'Products', to: '/admin/products' }]}
      title="Shipping"
      about="Where we ship, how fast, and at what cost. Existing orders are not affected."
    >
      <TableForm
        form={form}
        readOnly={readOnly}
        saveLabel="Save shipping"
        labelOf={(path) => shippingLabel(table, path)}
        show={(theirs) => (
          <ul>
            {theirs.rates.map((rate) => (
              <li key={[rate.class, rate.zone, rate.tier, rate.currency].join(' ')}>
                {rate.zone}, {rate.tier}, {rate.class}: {rate.price} {rate.currency}, each further one {rate.extra}
              </li>
            ))}
          </ul>
        )}
      >
        <Card>
          <h2>Prices</h2>
          <PriceGrid
            table={table}
            onChange={form.change}
            readOnly={readOnly}
            errorAt={form.errorAt}
            currencies={currenciesOf(table)}
          />
        </Card>
        <Card>
          <h2>Zones</h2>
          <RowsEditor
            rows={table.zones}
            columns={zoneColumns}
            layout={css.zones}
            ordered
            onChange={(zones) => form.change(renamed(table, { zones }))}
            nameOf={({ name }) => name}
            errorAt={zoneErrors}
            add={{ label: 'Add zone', row: () => ({ name: '', places: [] }) }}
            empty="No shipping zones yet. A zone is a group of countries with the same prices."
            readOnly={readOnly}
          />
        </Card>
        <Card>
          <h2>Tiers</h2>
          <RowsEditor
            rows={table.tiers}
            columns={tierColumns}
            layout={css.tiers}
            ordered
            onChange={(tiers) => form.change(renamed(table, { tiers }))}
            nameOf={({ name }) => name}
            errorAt={(path) => form.errorAt(path.replace(/^rows/, 'tiers'))}
            add={{ label: 'Add tier', row: () => ({ key: '', name: '', days_min: null, days_max: null }) }}
            empty="A tier is a shipping service, such as Standard or Express."
            readOnly={readOnly}
          />
        </Card>
      </TableForm>
      <Preview table={table} countries={countries} />
    </RecordFrame>
  );
}

const currenciesOf = (table: ShippingTable): string[] => {
  const used = [...new Set(table.rates.map(({ currency }) => currency))];
  return [...used, ...currencyCodes.filter((code) => !used.includes(code))];
};

/** Uses the table on the page, saved or not. */
function Preview({ table, countries }: { table: ShippingTable; countries: Countries }) {
  const [place, setPlace] = useState({ country_code: 'DE', state: '' });
  const [classSlug, setClass] = useState(() => firstClass(table));
  const [count, setCount] = useState('1');
  const [currency, setCurrency] = useState(() => table.rates[0]?.currency ?? 'CAD');
  const quantity = /^\d{1,2}$/.test(count) && Number(count) > 0 ? Number(count) : 1;
  const shipped = table.classes.findIndex(({ slug }) => slug === classSlug);
  const offers =
    isCurrency(currency) && shipped >= 0
      ? shippingOffers(
          asShopReads(table),
          [{ classId: shipped, quantity }],
          { countryCode: place.country_code, state: place.state },
          { currency, defaultCurrency: currency, rate: null },
        )
      : [];
  const where = [countries.find(({ code }) => code === place.country_code)?.name, place.state]
    .filter(Boolean)
    .join(', ');
  const what = table.classes[shipped]?.name ?? 'thing';
  return (
    <Card className={css.preview}>
      <h2>Try it</h2>
      <div className={css.choice}>
        <TextField
          label="Quantity"
          inputMode="numeric"
          value={count}
          onChange={(e) => setCount(e.currentTarget.value)}
        />
        <NativeSelect
          label="Shipping class"
          value={classSlug}
          options={table.classes.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(e) => setClass(e.currentTarget.value)}
        />
        <PlaceFields countries={countries} place={place} onChange={setPlace} />
        <NativeSelect
          label="Currency"
          value={currency}
          options={currenciesOf(table).map((code) => ({ value: code, label: code }))}
          onChange={(e) => setCurrency(e.currentTarget.value)}
        />
      </div>
      <div aria-live="polite">
        {offers.length === 0 ? (
          <p>
            {quantity} × {what} cannot be sent to {where} in {currency}: no zone, or no price, covers it. In the shop a
            price in the default currency is converted.
          </p>
        ) : (
          <>
            <p>
              {quantity} × {what} to {where}:
            </p>
            <ul className={css.offers}>
              {offers.map((offer) => (
                <li key={offer.key}>
                  {offer.name}: <MoneyText money={toWire(offer.price)} />
                  {offer.daysMin === null ? '' : `, ${offer.daysMin} to ${offer.daysMax ?? offer.daysMin} working days`}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}
