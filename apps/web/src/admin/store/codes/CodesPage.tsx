import type { CallInput, CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { DetailForm } from '../../../ui/form/DetailForm.tsx';
import type { FormField } from '../../../ui/form/form-fields.ts';
import { changedNames, type FormValues } from '../../../ui/form/merge.ts';
import { Stack } from '../../../ui/layout/Layout.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { type RecordDone, RecordList } from '../../record/RecordList.tsx';
import { useSave } from '../../record/useSave.ts';
import { discountAmountTypes, discountText, discountTypes, optionsOf } from '../../settings/discount-labels.ts';
import { fromLocalTime, readersZone, toLocalTime } from '../../settings/local-time.ts';
import { RunStateDot, runStateFilter } from '../../settings/run-state.tsx';

export const meta = () => [{ title: pageTitle('Discount codes') }];

type Code = CallReply<'GET /v1/admin/discount-codes/:id'>;
type NewCode = CallInput<'POST /v1/admin/discount-codes'>['body'];

/** Affiliates to choose from. With more than a few hundred affiliates, start from the affiliate's own page. */
export async function clientLoader() {
  const first = await call('GET /v1/admin/affiliates', { query: { page: 1 } });
  const rest = Array.from({ length: Math.min(first.page_count, 10) - 1 }, (_, at) =>
    call('GET /v1/admin/affiliates', { query: { page: at + 2 } }),
  );
  return [first, ...(await Promise.all(rest))].flatMap(({ data }) => data.map(({ id, name }) => ({ id, name })));
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the codes" />;

const usesText = ({ uses, uses_max }: Code) => (uses_max === null ? String(uses) : `${uses} of ${uses_max}`);

const columns: readonly Column<Code>[] = [
  { id: 'code', label: 'Code', cell: (code) => code.code, csv: (code) => code.code },
  { id: 'amount', label: 'Off', align: 'end', cell: discountText, csv: discountText },
  { id: 'uses', label: 'Used', align: 'end', cell: usesText, csv: usesText },
  { id: 'state', label: 'State', cell: (code) => <RunStateDot state={code.state} />, csv: (code) => code.state },
  {
    id: 'affiliate',
    label: 'Affiliate',
    cell: (code) => code.affiliate?.name ?? '–',
    csv: (code) => code.affiliate?.name ?? '',
    hideBelow: 640,
  },
  {
    id: 'share_percent',
    label: 'Share',
    align: 'end',
    cell: (code) => (code.affiliate ? `${code.share_percent} %` : '–'),
    csv: (code) => code.share_percent,
    hideBelow: 800,
  },
  {
    id: 'end',
    label: 'Until',
    cell: (code) => (code.end ? <DateText at={code.end} /> : 'no end'),
    csv: (code) => code.end ?? '',
    hideBelow: 800,
  },
];
const read = (id: number) => call('GET /v1/admin/discount-codes/:id', { params: { id } });

export default function CodesPage() {
  const affiliates = useLoaderData<typeof clientLoader>();
  const readOnly = !may(factsOf(useUi()), 'sales.write');
  const names = affiliates.map(({ id, name }) => ({ value: String(id), label: name }));
  const filters: readonly FilterSpec[] = [
    runStateFilter,
    { id: 'affiliate', label: 'Affiliate', kind: 'select', options: names },
  ];
  return (
    <RecordList
      of="GET /v1/admin/discount-codes"
      what="code"
      title="Discount codes"
      columns={columns}
      filters={filters}
      searchLabel="Search code or name"
      rowKey={(code) => code.id}
      rowName={(code) => code.code}
      read={read}
      readOnly={readOnly}
      titleOf={(code) => code.code}
      empty={{
        title: 'Discount codes appear here once you create one.',
        text: 'A code gives a discount at checkout and can earn an affiliate a share.',
        first: 'Create the first code',
      }}
      form={(code, done) => <CodeForm code={code} affiliates={names} readOnly={readOnly} {...done} />}
    />
  );
}

const show = (code: Code) => ({
  values: {
    code: code.code,
    name: code.name,
    affiliate_id: code.affiliate === null ? null : String(code.affiliate.id),
    share_percent: code.share_percent,
    type: code.type,
    amount: code.amount,
    amountType: code.amountType,
    start: toLocalTime(code.start),
    end: toLocalTime(code.end),
    uses_max: code.uses_max === null ? '' : String(code.uses_max),
  } as FormValues,
  readAt: code.updated_at,
});

const blank: FormValues = {
  code: '',
  name: '',
  affiliate_id: null,
  share_percent: '',
  type: 'products',
  amount: '',
  amountType: 'percent',
  start: '',
  end: '',
  uses_max: '',
};

/** Meaning of an empty field: no end, no affiliate, the affiliate's own share. */
const asSent = (name: string, value: unknown) => {
  if (name === 'start' || name === 'end')
    return value ? fromLocalTime(String(value)) : name === 'end' ? null : undefined;
  if (name === 'affiliate_id') return value ? Number(value) : null;
  if (name === 'share_percent') return value === '' ? undefined : value;
  return value ?? '';
};
const sent = (names: readonly string[], values: FormValues) =>
  Object.fromEntries(
    names.map((name) => [name, asSent(name, values[name])] as const).filter(([, value]) => value !== undefined),
  );

const fieldsOf = (zone: string, affiliates: readonly { value: string; label: string }[]): FormField[] => [
  { name: 'code', label: 'Code', kind: 'text', maxLength: 40, hint: 'What customers enter. Not case-sensitive.' },
  { name: 'name', label: 'Name', kind: 'text', maxLength: 100, hint: 'Shown on the invoice next to the discount.' },
  { name: 'amount', label: 'Off', kind: 'number' },
  { name: 'amountType', label: 'Type', kind: 'select', options: optionsOf(discountAmountTypes) },
  { name: 'type', label: 'On', kind: 'select', options: optionsOf(discountTypes) },
  {
    name: 'uses_max',
    label: 'Uses',
    kind: 'number',
    optional: true,
    hint: 'How many orders can use it. Leave blank for no limit.',
  },
  { name: 'start', label: 'From', kind: 'datetime-local', optional: true, hint: `Leave blank to start now. ${zone}` },
  { name: 'end', label: 'Until', kind: 'datetime-local', optional: true, hint: `Leave blank for no end date. ${zone}` },
  {
    name: 'affiliate_id',
    label: 'Affiliate',
    kind: 'select',
    options: affiliates,
    placeholder: 'No affiliate',
    optional: true,
  },
  {
    name: 'share_percent',
    label: 'Affiliate share',
    kind: 'number',
    unit: '%',
    optional: true,
    hint: 'Of the amount paid for goods. Leave blank to use the share in their terms.',
    when: (values) => values.affiliate_id !== null,
  },
];

type FormProps = RecordDone & {
  code: Code | null;
  affiliates: readonly { value: string; label: string }[];
  readOnly: boolean;
};

function CodeForm({ code: opened, affiliates, readOnly, onSaved }: FormProps) {
  const [search] = useSearchParams();
  const [code, setCode] = useState(opened);
  const base = code ? show(code) : { values: { ...blank, affiliate_id: search.get('affiliate') }, readAt: '' };
  const { save, saved } = useSave(base.values, show, (values, known, readAt) =>
    code
      ? call('PATCH /v1/admin/discount-codes/:id', {
          params: { id: code.id },
          body: sent(changedNames(Object.keys(values), known, values), values),
          readAt,
        })
      : call('POST /v1/admin/discount-codes', {
          body: sent(Object.keys(values), values) as unknown as NewCode,
          once: true,
        }),
  );
  const end = async () => {
    if (!code) return;
    setCode(await call('POST /v1/admin/discount-codes/:id/end', { params: { id: code.id }, once: true }));
    toast(`${code.code} has ended.`);
    onSaved(code.id);
  };
  return (
    <Stack>
      {code ? (
        <p>
          Used {usesText(code)} times.{' '}
          {code.affiliate ? (
            <TextLink to={`/admin/affiliates/${code.affiliate.id}`} discover="none">
              {code.affiliate.name}
            </TextLink>
          ) : null}
        </p>
      ) : null}
      <DetailForm
        key={code?.updated_at ?? 'new'}
        fields={fieldsOf(`Your time zone: ${readersZone()}.`, affiliates)}
        {...base}
        readOnly={readOnly}
        saveLabel={code ? 'Save code' : 'Create code'}
        save={save}
        onSaved={() => {
          if (!saved.current) return;
          setCode(saved.current);
          onSaved(saved.current.id);
        }}
        actions={
          code ? (
            <StateActions
              steps={[
                {
                  verb: 'end',
                  label: 'End code',
                  danger: true,
                  confirm: 'It stops giving a discount immediately. Existing orders keep their price.',
                },
              ]}
              can={{ end: code.state !== 'ended' }}
              run={end}
            />
          ) : null
        }
      />
    </Stack>
  );
}
