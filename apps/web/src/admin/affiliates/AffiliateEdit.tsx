import type { CallInput, CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import type { FormField } from '../../ui/form/form-fields.ts';
import type { FormValues } from '../../ui/form/merge.ts';
import { nameField, PartnerEdit, paidFields } from '../record/PartnerEdit.tsx';
import { RecordLoading } from '../record/RecordFrame.tsx';

type Affiliate = CallReply<'GET /v1/admin/affiliates/:id'>;
type NewAffiliate = CallInput<'POST /v1/admin/affiliates'>['body'];

export const meta = ({ params }: { params: { id?: string } }) => [
  { title: pageTitle(params.id === undefined ? 'New affiliate' : 'Edit affiliate') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  params.id ? call('GET /v1/admin/affiliates/:id', { params: { id: params.id } }) : null;
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the affiliate" />;

const show = ({ name, state, currency, share_percent, updated_at }: Affiliate) => ({
  values: { name, state, currency, share_percent } as FormValues,
  readAt: updated_at,
});
const blank: FormValues = { name: '', state: 'active', currency: 'CAD', share_percent: '0' };

const fields: readonly FormField[] = [
  nameField,
  ...paidFields('Applies to new codes. Existing codes keep their share.'),
];

export default function AffiliateEdit() {
  return (
    <PartnerEdit
      partner={useLoaderData<typeof clientLoader>()}
      word="affiliate"
      list={{ label: 'Affiliates', to: '/admin/affiliates' }}
      fields={fields}
      blank={blank}
      show={show}
      create={(values) => call('POST /v1/admin/affiliates', { body: values as unknown as NewAffiliate, once: true })}
      change={({ id }, body, readAt) => call('PATCH /v1/admin/affiliates/:id', { params: { id }, body, readAt })}
    />
  );
}
