import type { CallInput, CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../platform/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValues } from '../../ui/form/merge.ts';
import { Card } from '../../ui/Layout.tsx';
import { partnerStateOptions } from '../record/partner-state.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { useSave } from '../record/useSave.ts';

type Affiliate = CallReply<'GET /v1/admin/affiliates/:id'>;
type NewAffiliate = CallInput<'POST /v1/admin/affiliates'>['body'];

export const meta = () => [{ title: pageTitle('Edit affiliate') }];

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
  { name: 'name', label: 'Name', kind: 'text', maxLength: 120 },
  { name: 'state', label: 'State', kind: 'select', options: partnerStateOptions },
  {
    name: 'currency',
    label: 'Paid in',
    kind: 'select',
    options: currencyCodes.map((code) => ({ value: code, label: code })),
  },
  {
    name: 'share_percent',
    label: 'Share of sales',
    kind: 'number',
    unit: '%',
    hint: 'For codes made from now on. A code keeps the share it was made with.',
  },
];

export default function AffiliateEdit() {
  const affiliate = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const shown = affiliate ? show(affiliate) : { values: blank, readAt: '' };
  const { save, saved } = useSave(shown.values, show, (values, known, readAt): Promise<Affiliate> => {
    const changed = changedNames(Object.keys(values), known, values).map((name) => [name, values[name]] as const);
    return affiliate
      ? call('PATCH /v1/admin/affiliates/:id', {
          params: { id: affiliate.id },
          body: Object.fromEntries(changed),
          readAt,
        })
      : call('POST /v1/admin/affiliates', { body: values as unknown as NewAffiliate });
  });
  return (
    <RecordFrame
      crumbs={[
        { label: 'Affiliates', to: '/admin/affiliates' },
        ...(affiliate ? [{ label: affiliate.name, to: `/admin/affiliates/${affiliate.id}` }] : []),
      ]}
      title={affiliate ? 'Edit affiliate' : 'New affiliate'}
    >
      <Card>
        <DetailForm
          key={affiliate?.id ?? 'new'}
          fields={fields}
          {...shown}
          saveLabel={affiliate ? 'Save affiliate' : 'Create affiliate'}
          save={save}
          onSaved={() => saved.current && void navigate(`/admin/affiliates/${saved.current.id}`)}
        />
      </Card>
    </RecordFrame>
  );
}
