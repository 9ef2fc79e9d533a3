import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { DetailForm } from '../../../ui/form/DetailForm.tsx';
import type { FormField } from '../../../ui/form/form-fields.ts';
import type { FormValues } from '../../../ui/form/merge.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { PageHead } from '../../PageHead.tsx';
import { useSave } from '../../record/useSave.ts';
import { CatalogHistory } from '../CatalogHistory.tsx';
import { CatalogPage } from '../CatalogPage.tsx';
import css from '../catalog-admin.module.css';
import { RecordFallback } from '../RecordPage.tsx';
import { callStatus } from '../record-status.ts';
import { isInAdmin } from '../sections.ts';

type Texts = CallReply<'GET /v1/admin/ecu/makes/:id/seo'>;

export const meta = ({ loaderData }: { loaderData?: Texts }) => [
  { title: pageTitle(`SEO texts${loaderData ? ` of ${loaderData.make.name}` : ''}`) },
];
export const loader = callStatus('GET /v1/admin/ecu/makes/:id/seo');
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/ecu/makes/:id/seo', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = RecordFallback;

const fields: readonly FormField[] = [
  { name: 'title', label: 'Title', kind: 'text', maxLength: 120, wide: true, optional: true },
  {
    name: 'description',
    label: 'Description',
    kind: 'textarea',
    rows: 3,
    maxLength: 320,
    wide: true,
    optional: true,
    hint: 'Shown below the title in search results; about 160 characters are used.',
  },
  { name: 'text', label: 'Text', kind: 'textarea', rows: 12, maxLength: 20_000, wide: true, optional: true },
];
const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
const show = (texts: Texts) => ({
  values: { title: texts.title, description: texts.description, text: texts.text } as FormValues,
  readAt: texts.updated_at,
});
const text = (value: unknown) => (value == null ? '' : String(value));

export default function SeoPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Loaded key={loaded.make.id} loaded={loaded} />;
}

function Loaded({ loaded }: { loaded: Texts }) {
  const [texts, setTexts] = useState(loaded);
  const { make } = texts;
  const { pathname } = useLocation();
  const readOnly = !may(factsOf(useUi()), 'catalog.write');
  const { save, saved } = useSave(show(loaded).values, show, (values, _, readAt) =>
    call('PUT /v1/admin/ecu/makes/:id/seo', {
      params: { id: make.id },
      body: { title: text(values.title), description: text(values.description), text: text(values.text) },
      readAt,
    }),
  );
  const above = isInAdmin(pathname)
    ? [{ label: 'SEO', to: '/admin/catalog/seo' }, { label: make.name }]
    : [
        { label: 'Makes', to: '/catalog-manage/makes' },
        { label: make.name, to: `/catalog-manage/makes/${make.id}` },
        { label: 'SEO' },
      ];
  return (
    <CatalogPage>
      <PageHead crumbs={above} title={`SEO texts of ${make.name}`} />
      <div className={css.record}>
        <Card>
          <DetailForm
            fields={fields}
            {...show(loaded)}
            readOnly={readOnly}
            saveLabel="Save texts"
            save={save}
            onSaved={() => saved.current && setTexts(saved.current)}
          />
        </Card>
        <Card>
          <div className={css.block}>
            <h2>History</h2>
            <CatalogHistory kind="seo" id={make.id} labels={labels} since={texts.updated_at} />
          </div>
        </Card>
      </div>
    </CatalogPage>
  );
}
