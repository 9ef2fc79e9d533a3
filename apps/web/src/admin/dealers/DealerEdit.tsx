import type { CallInput, CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValues } from '../../ui/form/merge.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { partnerStateOptions } from '../record/partner-state.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { useSave } from '../record/useSave.ts';
import { type TierOption, tierOptions } from './tier-options.ts';

type Dealer = CallReply<'GET /v1/admin/dealers/:id'>;
type NewDealer = CallInput<'POST /v1/admin/dealers'>['body'];

export const meta = ({ params }: { params: { id?: string } }) => [
  { title: pageTitle(params.id === undefined ? 'New dealer' : 'Edit dealer') },
];

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const [dealer, countries, tiers] = await Promise.all([
    params.id ? call('GET /v1/admin/dealers/:id', { params: { id: params.id } }) : null,
    call('GET /countries'),
    tierOptions(),
  ]);
  return { dealer, countries, tiers };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the dealer" />;

const addressNames = ['country_code', 'full_name', 'line1', 'line2', 'city', 'state', 'postal_code', 'vat_id'] as const;

function show(dealer: Dealer | null) {
  const address = dealer?.billing_address;
  return {
    values: {
      name: dealer?.name ?? '',
      slug: dealer?.slug ?? '',
      state: dealer?.state ?? 'active',
      currency: dealer?.currency ?? 'CAD',
      credit_limit: dealer?.credit_limit.amount ?? '0',
      reason: '',
      install_share_percent: dealer?.install_share_percent ?? '100',
      tier_id: dealer?.tier ? String(dealer.tier.id) : '',
      preferred_display_currency: dealer?.preferred_display_currency ?? '',
      legal_name: dealer?.legal_name ?? '',
      billing_email: dealer?.billing_email ?? '',
      ...Object.fromEntries(addressNames.map((name) => [`billing_address.${name}`, address?.[name] ?? ''])),
    } as FormValues,
    readAt: dealer?.updated_at ?? '',
  };
}

/** An entirely empty address is no address. */
function addressOf(values: FormValues) {
  const address = Object.fromEntries(
    addressNames.map((name) => [name, String(values[`billing_address.${name}`] ?? '')]),
  ) as Record<(typeof addressNames)[number], string>;
  return Object.values(address).every((part) => part === '') ? null : address;
}

/** Only fields that differ from the last known server state. */
function changeOf(known: FormValues, values: FormValues) {
  const changed = changedNames(Object.keys(values), known, values);
  const own = changed.filter((name) => !name.startsWith('billing_address.'));
  const change: Record<string, unknown> = Object.fromEntries(own.map((name) => [name, values[name]]));
  if (own.length < changed.length) change.billing_address = addressOf(values);
  return change;
}

const currencies = currencyCodes.map((code) => ({ value: code, label: code }));

const fieldsFor = (
  isNew: boolean,
  countries: readonly { code: string; name: string }[],
  tiers: readonly TierOption[],
): FormField[] => [
  { name: 'name', label: 'Name', kind: 'text', maxLength: 120 },
  {
    name: 'slug',
    label: 'URL slug',
    kind: 'text',
    maxLength: 80,
    hint: 'Part of the dealer’s URL: /dealer/north-bay.',
  },
  { name: 'state', label: 'Status', kind: 'select', options: partnerStateOptions },
  {
    name: 'preferred_display_currency',
    label: 'Display currency',
    kind: 'select',
    options: currencies,
    placeholder: 'Visitor’s choice',
    optional: true,
  },
  { name: 'currency', label: 'Account currency', kind: 'select', options: currencies, section: 'Account' },
  { name: 'credit_limit', label: 'Credit limit', kind: 'number', hint: 'The most the dealer may owe.' },
  { name: 'install_share_percent', label: 'Share of install fees', kind: 'number', unit: '%' },
  {
    name: 'tier_id',
    label: 'Dealer tier',
    kind: 'select',
    options: tiers,
    placeholder: 'None',
    optional: true,
    hint: 'Lowers list prices for this dealer.',
  },
  ...(isNew
    ? []
    : [
        {
          name: 'reason',
          label: 'Reason for a new limit',
          kind: 'text',
          maxLength: 500,
          optional: true,
          hint: 'Required when the limit changes. Stored with the account.',
        } as const,
      ]),
  {
    name: 'legal_name',
    label: 'Legal name',
    kind: 'text',
    maxLength: 200,
    optional: true,
    section: 'Billing information',
  },
  { name: 'billing_email', label: 'Billing e-mail', kind: 'email', optional: true },
  { name: 'billing_address.full_name', label: 'Full name', kind: 'text', optional: true },
  {
    name: 'billing_address.country_code',
    label: 'Country',
    kind: 'select',
    options: countries.map(({ code, name }) => ({ value: code, label: name })),
    placeholder: 'Choose a country',
    optional: true,
  },
  { name: 'billing_address.line1', label: 'Address', kind: 'text', optional: true },
  { name: 'billing_address.line2', label: 'Address line 2', kind: 'text', optional: true },
  { name: 'billing_address.city', label: 'City', kind: 'text', optional: true },
  { name: 'billing_address.state', label: 'State or province', kind: 'text', optional: true },
  { name: 'billing_address.postal_code', label: 'Postal code', kind: 'text', optional: true },
  {
    name: 'billing_address.vat_id',
    label: 'VAT id',
    kind: 'text',
    maxLength: 40,
    optional: true,
    hint: 'Of an EU country. Verify it on the page of the dealer.',
  },
];

export default function DealerEdit() {
  const { dealer, countries, tiers } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const shown = show(dealer);
  const { save, saved } = useSave(shown.values, show, (values, known, readAt): Promise<Dealer> => {
    const change = changeOf(known, values);
    if (dealer) return call('PATCH /v1/admin/dealers/:id', { params: { id: dealer.id }, body: change, readAt });
    const { reason: _none, ...fields } = { ...shown.values, ...change } as Record<string, unknown>;
    const own = Object.entries(fields).filter(([name]) => !name.startsWith('billing_address.'));
    return call('POST /v1/admin/dealers', {
      body: { ...Object.fromEntries(own), billing_address: addressOf(values) } as NewDealer,
      once: true,
    });
  });
  return (
    <RecordFrame
      crumbs={[
        { label: 'Dealers', to: '/admin/dealers' },
        ...(dealer ? [{ label: dealer.name, to: `/admin/dealers/${dealer.id}` }] : []),
      ]}
      title={dealer ? 'Edit dealer' : 'New dealer'}
    >
      <Card>
        <DetailForm
          key={dealer?.id ?? 'new'}
          fields={fieldsFor(dealer === null, countries, tiers)}
          {...shown}
          saveLabel={dealer ? 'Save dealer' : 'Create dealer'}
          save={save}
          onSaved={() => saved.current && void navigate(`/admin/dealers/${saved.current.id}`)}
        />
      </Card>
    </RecordFrame>
  );
}
