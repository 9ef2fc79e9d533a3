import type { CallInput, CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValues } from '../../ui/form/merge.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { useSave } from '../record/useSave.ts';
import { fromLocalTime, toLocalTime } from '../settings/local-time.ts';
import { dealKinds } from './deal-labels.ts';

type Deal = CallReply<'GET /v1/admin/dealer-credit-deals/:id'>;
type NewDeal = CallInput<'POST /v1/admin/dealer-credit-deals'>['body'];

export const meta = ({ params }: { params: { id?: string } }) => [
  { title: pageTitle(params.id === undefined ? 'New credit deal' : 'Edit credit deal') },
];

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('dealer');
  const [deal, dealers] = await Promise.all([
    params.id ? call('GET /v1/admin/dealer-credit-deals/:id', { params: { id: params.id } }) : null,
    params.id ? null : everyDealer(),
  ]);
  return { deal, dealers, wanted };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the credit deal" />;

/** Options for the dealer select: the first hundred by name. */
async function everyDealer() {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => call('GET /v1/admin/dealers', { query: { page } })));
  return pages.flatMap(({ data }) => data);
}

const show = (deal: Deal) => ({
  values: {
    dealer_id: String(deal.dealer_id),
    kind: deal.kind,
    title: deal.title,
    note: deal.note,
    currency: deal.price.currency,
    price: deal.price.amount,
    ecu_credits: String(deal.ecu_credits),
    tcu_credits: String(deal.tcu_credits),
    awd_credits: String(deal.awd_credits),
    universal_credits: String(deal.universal_credits),
    bonus: deal.bonus.amount,
    settles: deal.settles?.amount ?? '',
    pay_on_account: deal.pay_on_account,
    expires_at: deal.expires_at ? toLocalTime(deal.expires_at) : '',
  } as FormValues,
  readAt: deal.updated_at,
});
const blank = (dealer: string | null): FormValues => ({
  dealer_id: dealer ?? '',
  kind: 'credit_pack',
  title: '',
  note: '',
  currency: 'CAD',
  price: '',
  ecu_credits: '0',
  tcu_credits: '0',
  awd_credits: '0',
  universal_credits: '0',
  bonus: '0',
  settles: '',
  pay_on_account: false,
  expires_at: '',
});

const asSent = (name: string, value: unknown) => {
  if (name === 'expires_at') return value ? fromLocalTime(String(value)) : null;
  if (name === 'settles') return value === '' ? null : value;
  return value;
};
const allOf = (values: FormValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asSent(name, value)])) as NewDeal;
const changeOf = (known: FormValues, values: FormValues) =>
  Object.fromEntries(
    changedNames(Object.keys(values), known, values).map((name) => [name, asSent(name, values[name])]),
  );

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const currencies = currencyCodes.map((code) => ({ value: code, label: code }));

const isOf = (kind: string) => (values: FormValues) => values.kind === kind;

/** Only fields of the selected kind of deal. */
const fieldsFor = (dealers: readonly { id: number; name: string }[] | null): FormField[] => [
  ...(dealers
    ? [
        {
          name: 'dealer_id',
          label: 'Dealer',
          kind: 'select',
          options: dealers.map(({ id, name }) => ({ value: String(id), label: name })),
          placeholder: 'Choose a dealer',
        } as const,
      ]
    : []),
  { name: 'kind', label: 'Kind', kind: 'select', options: optionsOf(dealKinds) },
  { name: 'title', label: 'Title', kind: 'text', maxLength: 120, hint: 'Visible to the dealer.' },
  { name: 'expires_at', label: 'Until', kind: 'datetime-local', optional: true },
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

export default function CreditDealEdit() {
  const { deal, dealers, wanted } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const shown = deal ? show(deal) : { values: blank(wanted), readAt: '' };
  const { save, saved } = useSave(
    shown.values,
    show,
    (values, known, readAt): Promise<Deal> =>
      deal
        ? call('PATCH /v1/admin/dealer-credit-deals/:id', {
            params: { id: deal.id },
            body: changeOf(known, values),
            readAt,
          })
        : call('POST /v1/admin/dealer-credit-deals', { body: allOf(values), once: true }),
  );
  return (
    <RecordFrame
      crumbs={[
        { label: 'Credit deals', to: '/admin/dealer-credit-deals' },
        ...(deal ? [{ label: deal.title, to: `/admin/dealer-credit-deals/${deal.id}` }] : []),
      ]}
      title={deal ? 'Edit credit deal' : 'New credit deal'}
    >
      {deal && !deal.events.includes('update') ? (
        <Notice title="This deal can no longer be edited.">
          A published deal cannot be changed. Cancel it and draft another.
        </Notice>
      ) : null}
      <Card>
        <DetailForm
          key={deal?.id ?? 'new'}
          fields={fieldsFor(dealers)}
          {...shown}
          readOnly={deal !== null && !deal.events.includes('update')}
          saveLabel={deal ? 'Save draft' : 'Draft deal'}
          save={save}
          onSaved={() => saved.current && void navigate(`/admin/dealer-credit-deals/${saved.current.id}`)}
        />
      </Card>
    </RecordFrame>
  );
}
