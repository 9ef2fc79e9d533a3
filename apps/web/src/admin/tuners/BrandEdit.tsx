import type { CallInput, CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValues } from '../../ui/form/merge.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { useSave } from '../record/useSave.ts';

type Brand = CallReply<'GET /v1/admin/tuner-brands/:id'>;
type NewBrand = CallInput<'POST /v1/admin/tuner-brands'>['body'];

export const meta = ({ params }: { params: { id?: string } }) => [
  { title: pageTitle(params.id ? 'Edit tuner brand' : 'New tuner brand') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  params.id ? call('GET /v1/admin/tuner-brands/:id', { params: { id: params.id } }) : null;
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the brand" />;

const show = (brand: Brand) => ({
  values: {
    name: brand.name,
    slug: brand.slug,
    description: brand.description,
  } as FormValues,
  readAt: brand.updated_at,
});
const blank: FormValues = { name: '', slug: '', description: '' };

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: 'text', maxLength: 120 },
  { name: 'slug', label: 'URL slug', kind: 'text', maxLength: 80, hint: 'Lower-case letters, digits and hyphens.' },
  { name: 'description', label: 'Description', kind: 'textarea', rows: 3, maxLength: 2000, optional: true, wide: true },
];

export default function BrandEdit() {
  const brand = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const shown = brand ? show(brand) : { values: blank, readAt: '' };
  const { save, saved } = useSave(shown.values, show, (values, known, readAt): Promise<Brand> => {
    const changed = changedNames(Object.keys(values), known, values).map((name) => [name, values[name]] as const);
    return brand
      ? call('PATCH /v1/admin/tuner-brands/:id', {
          params: { id: brand.id },
          body: Object.fromEntries(changed),
          readAt,
        })
      : call('POST /v1/admin/tuner-brands', { body: values as unknown as NewBrand, once: true });
  });
  return (
    <RecordFrame
      crumbs={[
        { label: 'Tuner brands', to: '/admin/tuner-brands' },
        ...(brand ? [{ label: brand.name, to: `/admin/tuner-brands/${brand.id}` }] : []),
      ]}
      title={brand ? 'Edit tuner brand' : 'New tuner brand'}
    >
      <Card>
        <DetailForm
          key={brand?.id ?? 'new'}
          fields={fields}
          {...shown}
          saveLabel={brand ? 'Save brand' : 'Create brand'}
          save={save}
          onSaved={() => saved.current && void navigate(`/admin/tuner-brands/${saved.current.id}`)}
        />
      </Card>
    </RecordFrame>
  );
}
