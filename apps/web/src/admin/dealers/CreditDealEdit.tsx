import type { CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import type { FormValues } from '../../ui/form/merge.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { NounForm } from '../record/noun/NounForm.tsx';
import { type Noun, searchOf } from '../record/noun/noun.ts';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { dealKinds } from './deal-labels.ts';

type Deal = CallReply<'GET /v1/admin/dealer-credit-deals/:id'>;

export const meta = ({ params }: { params: { id?: string } }) => [
  { title: pageTitle(params.id === undefined ? 'New credit deal' : 'Edit credit deal') },
];

/** A link from the page of a dealer names the dealer of a new deal. */
export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  if (params.id) {
    const deal = await call('GET /v1/admin/dealer-credit-deals/:id', { params: { id: params.id } });
    return { deal, dealer: null };
  }
  const wanted = new URL(request.url).searchParams.get('dealer');
  const dealer = wanted ? await call('GET /v1/admin/dealers/:id', { params: { id: wanted } }) : null;
  return { deal: null, dealer: dealer && { id: dealer.id, name: dealer.name } };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the credit deal" />;

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const currencies = currencyCodes.map((code) => ({ value: code, label: code }));
const isOf = (kind: string) => (values: FormValues) => values.kind === kind;

const dealerField: FormField = {
  name: 'dealer_id',
  label: 'Dealer',
  kind: 'ref',
  from: 'dealer',
  search: searchOf('/v1/admin/dealers'),
};

/** Only fields of the selected kind of deal. */
const fields: readonly FormField[] = [
  { name: 'kind', label: 'Kind', kind: 'select', options: optionsOf(dealKinds) },
  { name: 'title', label: 'Title', kind: 'text', maxLength: 120, hint: 'Visible to the dealer.' },
  { name: 'expires_at', label: 'Until', kind: 'moment', optional: true },
  { name: 'currency', label: 'Currency', kind: 'select', options: currencies },
  { name: 'price', label: 'Price', kind: 'number' },
  {
    name: 'universal_credits',
    label: 'Universal credits',
    kind: 'number',
    min: 0,
    section: 'What the dealer gets',
    when: isOf('credit_pack'),
  },
  { name: 'ecu_credits', label: 'ECU credits', kind: 'number', min: 0, when: isOf('credit_pack') },
  { name: 'tcu_credits', label: 'TCU credits', kind: 'number', min: 0, when: isOf('credit_pack') },
  { name: 'awd_credits', label: 'AWD credits', kind: 'number', min: 0, when: isOf('credit_pack') },
  { name: 'bonus', label: 'Bonus', kind: 'number', section: 'What the dealer gets', when: isOf('top_up') },
  { name: 'settles', label: 'Debt settled', kind: 'number', section: 'What the dealer gets', when: isOf('settlement') },
  {
    name: 'pay_on_account',
    label: 'Can be paid on account',
    kind: 'switch',
    when: (values) => values.kind !== 'settlement',
  },
  { name: 'note', label: 'Note to the dealer', kind: 'textarea', rows: 3, maxLength: 2000, optional: true, wide: true },
];

const dealNoun: Noun = {
  path: '/v1/admin/dealer-credit-deals',
  to: '/admin/dealer-credit-deals',
  one: 'credit deal',
  short: 'draft',
  many: 'Credit deals',
  write: 'credit-deals.admin',
  title: (deal) => String(deal.title),
  fields,
  blank: {
    kind: 'credit_pack',
    currency: 'CAD',
    ecu_credits: '0',
    tcu_credits: '0',
    awd_credits: '0',
    universal_credits: '0',
    bonus: '0',
  },
  createLabel: 'Draft deal',
};
/** A deal keeps its dealer, so only a new one asks for it. */
const newDealNoun: Noun = { ...dealNoun, fields: [dealerField, ...fields] };

/** The fields of a deal, whose amounts share its currency. */
const flat = (deal: Deal) => ({
  ...deal,
  currency: deal.price.currency,
  price: deal.price.amount,
  bonus: deal.bonus.amount,
  settles: deal.settles?.amount ?? null,
});

export default function CreditDealEdit() {
  const { deal, dealer } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const isFixed = deal !== null && !deal.events.includes('update');
  return (
    <RecordFrame
      crumbs={[
        { label: dealNoun.many, to: dealNoun.to },
        ...(deal ? [{ label: deal.title, to: `${dealNoun.to}/${deal.id}` }] : []),
      ]}
      title={deal ? 'Edit credit deal' : 'New credit deal'}
    >
      {isFixed ? (
        <Notice title="This deal can no longer be edited.">
          A published deal stays as its link shows it. Cancel it and draft another.
        </Notice>
      ) : null}
      <Card>
        <NounForm
          key={deal?.id ?? 'new'}
          noun={deal ? dealNoun : newDealNoun}
          record={deal}
          read={(record) => flat(record as unknown as Deal)}
          given={dealer ? { dealer } : undefined}
          readOnly={isFixed}
          onSaved={(saved) => void navigate(`${dealNoun.to}/${saved.id}`)}
        />
      </Card>
    </RecordFrame>
  );
}
