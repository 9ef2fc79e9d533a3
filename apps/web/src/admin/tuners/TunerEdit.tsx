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

type Tuner = CallReply<'GET /v1/admin/tuners/:id'>;
type NewTuner = CallInput<'POST /v1/admin/tuners'>['body'];

export const meta = () => [{ title: pageTitle('Edit tuner') }];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  params.id ? call('GET /v1/admin/tuners/:id', { params: { id: params.id } }) : null;
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the tuner" />;

const show = (tuner: Tuner) => ({
  values: {
    name: tuner.name,
    slug: tuner.slug,
    state: tuner.state,
    currency: tuner.currency,
    share_percent: tuner.share_percent,
  } as FormValues,
  readAt: tuner.updated_at,
});
const blank: FormValues = { name: '', slug: '', state: 'active', currency: 'CAD', share_percent: '0' };

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: 'text', maxLength: 120 },
  { name: 'slug', label: 'Address name', kind: 'text', maxLength: 80, hint: 'Small letters, digits and hyphens.' },
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
    hint: 'Counts for sales from now on; what was sold before keeps its share.',
  },
];

export default function TunerEdit() {
  const tuner = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const shown = tuner ? show(tuner) : { values: blank, readAt: '' };
  const { save, saved } = useSave(shown.values, show, (values, known, readAt): Promise<Tuner> => {
    const changed = changedNames(Object.keys(values), known, values).map((name) => [name, values[name]] as const);
    return tuner
      ? call('PATCH /v1/admin/tuners/:id', { params: { id: tuner.id }, body: Object.fromEntries(changed), readAt })
      : call('POST /v1/admin/tuners', { body: values as unknown as NewTuner });
  });
  return (
    <RecordFrame
      crumbs={[
        { label: 'Tuners', to: '/admin/tuners' },
        ...(tuner ? [{ label: tuner.name, to: `/admin/tuners/${tuner.id}` }] : []),
      ]}
      title={tuner ? 'Edit tuner' : 'New tuner'}
    >
      <Card>
        <DetailForm
          key={tuner?.id ?? 'new'}
          fields={fields}
          {...shown}
          saveLabel={tuner ? 'Save tuner' : 'Create tuner'}
          save={save}
          onSaved={() => saved.current && void navigate(`/admin/tuners/${saved.current.id}`)}
        />
      </Card>
    </RecordFrame>
  );
}
