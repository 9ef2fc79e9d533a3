import type { Call } from '@tuneport/contract/index';
import { withoutLanguage } from '@tuneport/domain/text/languages';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Breadcrumbs } from '../../../ui/layout/Breadcrumbs.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { useUnits } from '../../../ui/text/units-store.ts';
import { Prose } from '../vehicle/VehicleHead.tsx';
import css from './lists.module.css';
import { TuneList } from './TuneList.tsx';
import { categorySlugs, loadTunes, tuneListAddress, tuneListQuery } from './tune-list.ts';

async function load(call: Call, url: URL) {
  const slug = categorySlugs.find((each) => withoutLanguage(url.pathname).split('/')[2] === each);
  const query = tuneListQuery(url.searchParams);
  const [categories, list] = await Promise.all([
    call('GET /v1/catalog/categories'),
    loadTunes(call, query, { category: slug }),
  ]);
  const category = categories.find((each) => each.slug === slug);
  if (!category) throw data({ code: 'not_found' }, { status: 404 });
  return { origin: url.origin, path: `/catalog/${category.slug}`, category, query, list };
}

const crumbsFor = (path: string, label: string) => [
  { label: t('Catalogue'), to: '/catalog' },
  { label, to: path },
];

export const loader = ({ context, url }: LoaderFunctionArgs) => load(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(call, url);

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  if (!loaderData) return [{ title: pageTitle('') }];
  const { category, origin, path, query } = loaderData;
  return pageMeta({
    title: pageTitle(category.title || category.name),
    description: category.description,
    origin,
    path: tuneListAddress(path, { page: query.page }),
    ld: [breadcrumbLd(origin, crumbsFor(path, category.name))],
  });
};

/** One tune type: description, vehicle picker, and the list of its tunes. */
export default function CategoryPage() {
  const { category, path, list, query } = useLoaderData<typeof loader>();
  const [units] = useUnits(useUi()?.settings.region);
  return (
    <Container className={css.page}>
      <Breadcrumbs crumbs={crumbsFor(path, category.name)} />
      <h1 className={css.title}>{category.title || category.name}</h1>
      <div className={css.intro}>
        <Prose text={category.text} />
      </div>
      <TuneList key={path} list={list} query={query} path={path} units={units} label={category.name} />
    </Container>
  );
}
