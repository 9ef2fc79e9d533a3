import type { CallInput, CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import type { FormField } from '../../ui/form/form-fields.ts';
import type { FormValues } from '../../ui/form/merge.ts';
import { nameField, PartnerEdit, paidFields } from '../record/PartnerEdit.tsx';
import { RecordLoading } from '../record/RecordFrame.tsx';

type Tuner = CallReply<'GET /v1/admin/tuners/:id'>;
type NewTuner = CallInput<'POST /v1/admin/tuners'>['body'];

export const meta = ({ params }: { params: { id?: string } }) => [
  { title: pageTitle(params.id ? 'Edit tuner' : 'New tuner') },
];

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
  nameField,
  { name: 'slug', label: 'URL slug', kind: 'text', maxLength: 80, hint: 'Lower-case letters, digits and hyphens.' },
  ...paidFields('Applies to new sales. Earlier sales keep their share.'),
];

export default function TunerEdit() {
  return (
    <PartnerEdit
      partner={useLoaderData<typeof clientLoader>()}
      word="tuner"
      list={{ label: 'Tuners', to: '/admin/tuners' }}
      fields={fields}
      blank={blank}
      show={show}
      create={(values) => call('POST /v1/admin/tuners', { body: values as unknown as NewTuner, once: true })}
      change={({ id }, body, readAt) => call('PATCH /v1/admin/tuners/:id', { params: { id }, body, readAt })}
    />
  );
}
