import type { CallInput, CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { call } from '../../platform/api/browser.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { fromLocalTime, readersZone, toLocalTime } from '../../ui/form/local-time.ts';
import { changedNames, type FormValues } from '../../ui/form/merge.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { DeleteButton } from '../record/DeleteButton.tsx';
import { type RecordDone, RecordList } from '../record/RecordList.tsx';
import { useSave } from '../record/useSave.ts';
import { discountAmountTypes, discountText, discountTypes, optionsOf } from './discount-labels.ts';
import { RunStateDot, runStateFilter } from './run-state.tsx';

export const meta = () => [{ title: pageTitle('Sales') }];

type Sale = CallReply<'GET /v1/admin/sales/:id'>;
type NewSale = CallInput<'POST /v1/admin/sales'>['body'];

const columns: readonly Column<Sale>[] = [
  { id: 'name', label: 'Name', cell: (sale) => sale.name, csv: (sale) => sale.name },
  {
    id: 'type',
    label: 'On',
    cell: (sale) => discountTypes[sale.type],
    csv: (sale) => discountTypes[sale.type],
    hideBelow: 640,
  },
  { id: 'amount', label: 'Discount', align: 'end', cell: discountText, csv: discountText },
  { id: 'code', label: 'Code', cell: (sale) => sale.code ?? '–', csv: (sale) => sale.code ?? '', hideBelow: 800 },
  { id: 'state', label: 'Status', cell: (sale) => <RunStateDot state={sale.state} />, csv: (sale) => sale.state },
  {
    id: 'start',
    label: 'From',
    cell: (sale) => <DateText at={sale.start} />,
    csv: (sale) => sale.start,
    hideBelow: 800,
  },
  { id: 'end', label: 'Until', cell: (sale) => <DateText at={sale.end} />, csv: (sale) => sale.end, hideBelow: 640 },
];
const filters: readonly FilterSpec[] = [
  runStateFilter,
  { id: 'type', label: 'On', kind: 'select', options: optionsOf(discountTypes) },
];
const read = (id: number) => call('GET /v1/admin/sales/:id', { params: { id } });

export default function SalesPage() {
  const readOnly = !may(factsOf(useUi()), 'sales.write');
  return (
    <RecordList
      of="GET /v1/admin/sales"
      what="sale"
      title="Sales"
      columns={columns}
      filters={filters}
      searchLabel="Search name or code"
      rowKey={(sale) => sale.id}
      rowName={(sale) => sale.name}
      read={read}
      readOnly={readOnly}
      titleOf={(sale) => sale.name}
      empty={{
        title: 'Sales appear here once you plan one.',
        text: 'A sale discounts tunes, products or everything for a set period.',
        first: 'Plan the first sale',
      }}
      form={(sale, done) => <SaleForm sale={sale} readOnly={readOnly} {...done} />}
    />
  );
}

const show = (sale: Sale) => ({
  values: {
    name: sale.name,
    description: sale.description,
    type: sale.type,
    amount: sale.amount,
    amountType: sale.amountType,
    code: sale.code ?? '',
    start: toLocalTime(sale.start),
    end: toLocalTime(sale.end),
    countdown: sale.countdown,
    uses_max: sale.uses_max === null ? '' : String(sale.uses_max),
  } as FormValues,
  readAt: sale.updated_at,
});

const blank: FormValues = {
  name: '',
  description: '',
  type: 'site',
  amount: '',
  amountType: 'percent',
  code: '',
  start: '',
  end: '',
  countdown: false,
  uses_max: '',
};

const asSent = (name: string, value: unknown) =>
  name === 'start' || name === 'end' ? fromLocalTime(String(value ?? '')) : (value ?? '');

/** Only changed fields: a timestamp read with seconds must not be sent back truncated to the minute. */
const changeOf = (before: FormValues, now: FormValues) =>
  Object.fromEntries(changedNames(Object.keys(now), before, now).map((name) => [name, asSent(name, now[name])]));

const allOf = (now: FormValues) =>
  Object.fromEntries(Object.entries(now).map(([name, value]) => [name, asSent(name, value)])) as NewSale;

function fieldsOf(zone: string): FormField[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 100, hint: 'Shown in the banner.' },
    { name: 'type', label: 'On', kind: 'select', options: optionsOf(discountTypes) },
    { name: 'amount', label: 'Discount', kind: 'number' },
    { name: 'amountType', label: 'Type', kind: 'select', options: optionsOf(discountAmountTypes) },
    { name: 'start', label: 'From', kind: 'datetime-local', hint: zone },
    { name: 'end', label: 'Until', kind: 'datetime-local', hint: zone },
    {
      name: 'code',
      label: 'Code',
      kind: 'text',
      optional: true,
      maxLength: 40,
      hint: 'With a code, the sale applies when the code is entered; without one, automatically.',
    },
    {
      name: 'uses_max',
      label: 'Usage limit',
      kind: 'number',
      optional: true,
      hint: 'How many orders can use it. Leave blank for no limit.',
    },
    { name: 'countdown', label: 'Countdown', kind: 'switch', hint: 'Shown in the banner during the last 48 hours.' },
    {
      name: 'description',
      label: 'Description',
      kind: 'textarea',
      rows: 2,
      maxLength: 500,
      optional: true,
      wide: true,
    },
  ];
}

type FormProps = RecordDone & { sale: Sale | null; readOnly: boolean };

function SaleForm({ sale, readOnly, onSaved, onDeleted }: FormProps) {
  const base = sale ? show(sale) : { values: blank, readAt: '' };
  const { save, saved } = useSave(base.values, show, (values, known, readAt) =>
    sale
      ? call('PATCH /v1/admin/sales/:id', { params: { id: sale.id }, body: changeOf(known, values), readAt })
      : call('POST /v1/admin/sales', { body: allOf(values) }),
  );
  return (
    <DetailForm
      fields={fieldsOf(`Your time zone: ${readersZone()}.`)}
      {...base}
      readOnly={readOnly}
      saveLabel={sale ? 'Save sale' : 'Create sale'}
      save={save}
      onSaved={() => saved.current && onSaved(saved.current.id)}
      actions={
        sale ? (
          <DeleteButton
            what="sale"
            onDelete={async () => {
              await call('DELETE /v1/admin/sales/:id', { params: { id: sale.id } });
              onDeleted();
            }}
          >
            Prices return to normal immediately, and its code stops working. Existing orders keep their price.
          </DeleteButton>
        ) : null
      }
    />
  );
}
