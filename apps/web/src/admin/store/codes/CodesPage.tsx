import type { CallReply } from '@tuneport/contract/index';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { Ref } from '../../../ui/form/form-fields.ts';
import { dateColumn, linkColumn, stateColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { NounPanelList } from '../../record/noun/NounList.tsx';
import { type Noun, refFilter, searchOf } from '../../record/noun/noun.ts';
import type { StoredRecord } from '../../record/record-calls.ts';
import { discountAmountTypes, discountText, discountTypes, optionsOf } from '../../settings/discount-labels.ts';
import { runStateFilter, runStates } from '../../settings/run-state.tsx';

type Code = CallReply<'GET /v1/admin/discount-codes/:id'>;

const codeNoun: Noun = {
  path: '/v1/admin/discount-codes',
  to: '/admin/discount-codes',
  one: 'discount code',
  short: 'code',
  many: 'Discount codes',
  write: 'sales.write',
  title: (code) => String(code.code),
  fields: [
    { name: 'code', label: 'Code', kind: 'text', maxLength: 40, hint: 'What customers enter. Not case-sensitive.' },
    { name: 'name', label: 'Name', kind: 'text', maxLength: 100, hint: 'Printed on the invoice next to the discount.' },
    { name: 'amount', label: 'Discount', kind: 'number' },
    { name: 'amountType', label: 'Type', kind: 'select', options: optionsOf(discountAmountTypes) },
    { name: 'type', label: 'Applies to', kind: 'select', options: optionsOf(discountTypes) },
    {
      name: 'uses_max',
      label: 'Uses',
      kind: 'number',
      optional: true,
      hint: 'How many orders can use it. Leave blank for no limit.',
    },
    { name: 'start', label: 'From', kind: 'moment', optional: true },
    { name: 'end', label: 'Until', kind: 'moment', optional: true, hint: 'Leave blank for no end date.' },
    {
      name: 'affiliate_id',
      label: 'Affiliate',
      kind: 'ref',
      from: 'affiliate',
      search: searchOf('/v1/admin/affiliates'),
      placeholder: 'If none is chosen, no affiliate earns a share.',
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
  ],
  blank: { type: 'products', amountType: 'percent' },
};

export const meta = () => [{ title: pageTitle(codeNoun.many) }];

const usesText = ({ uses, uses_max }: Pick<Code, 'uses' | 'uses_max'>) =>
  uses_max === null ? String(uses) : `${uses} of ${uses_max}`;

const columns: readonly Column<Code>[] = [
  textColumn('code', 'Code', { sortable: true }),
  textColumn('name', 'Name', { editable: true, hideBelow: 1000 }),
  { id: 'amount', label: 'Discount', editable: true, align: 'end', cell: discountText, csv: discountText },
  { id: 'uses', label: 'Used', align: 'end', sortable: true, cell: usesText, csv: usesText },
  stateColumn('state', 'Status', runStates),
  linkColumn(
    'affiliate',
    'Affiliate',
    (code) => code.affiliate,
    (id) => `/admin/affiliates/${id}`,
    { hideBelow: 640 },
  ),
  {
    id: 'share_percent',
    label: 'Share',
    align: 'end',
    cell: (code) => (code.affiliate ? `${Number(code.share_percent)}%` : '–'),
    csv: (code) => code.share_percent,
    hideBelow: 800,
  },
  dateColumn('end', 'Until', { sortable: true, hideBelow: 800 }),
];
const filters: readonly FilterSpec[] = [runStateFilter, refFilter('affiliate', 'Affiliate', '/v1/admin/affiliates')];

export default function CodesPage() {
  const owner = useAffiliate(Number(useSearchParams()[0].get('affiliate')));
  return (
    <NounPanelList
      of="GET /v1/admin/discount-codes"
      noun={codeNoun}
      columns={columns}
      filters={filters}
      searchLabel="Search code or name"
      empty={{
        title: 'Discount codes appear here once you create one.',
        text: 'Customers enter a code at checkout for a discount. A code can pay an affiliate a share.',
      }}
      given={owner ? { affiliate: owner } : undefined}
      about={(record) => <About code={record as unknown as Code} />}
      actions={(record, saved) => <EndCode code={record as unknown as Code} saved={saved} />}
    />
  );
}

/** The affiliate that a link from their page names. */
function useAffiliate(id: number): Ref | null {
  const [found, setFound] = useState<Ref | null>(null);
  useEffect(() => {
    if (!(id > 0)) return;
    call('GET /v1/admin/affiliates/:id', { params: { id } }).then(
      ({ name }) => setFound({ id, name }),
      // The form works without it: the reader searches the affiliate.
      () => {},
    );
  }, [id]);
  return found?.id === id ? found : null;
}

function About({ code }: { code: Code }) {
  return (
    <p>
      Used {usesText(code)} times.{' '}
      {code.affiliate ? (
        <TextLink to={`/admin/affiliates/${code.affiliate.id}`} discover="none">
          {code.affiliate.name}
        </TextLink>
      ) : null}
    </p>
  );
}

const endStep = {
  verb: 'end',
  label: 'End code',
  danger: true,
  confirm: 'It gives no discount from now on. Existing orders keep their price.',
} as const;

function EndCode({ code, saved }: { code: Code; saved: (record: StoredRecord) => void }) {
  const end = async () => {
    const key = 'POST /v1/admin/discount-codes/:id/end';
    saved((await call(key, { params: { id: code.id }, once: true })) as unknown as StoredRecord);
    toast(`${code.code} has ended.`);
  };
  return <StateActions steps={[endStep]} can={{ end: code.state !== 'ended' }} run={end} />;
}
