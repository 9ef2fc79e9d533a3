import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Breadcrumbs } from '../../../ui/layout/Breadcrumbs.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { useUnits } from '../../../ui/text/units-store.ts';
import css from './lists.module.css';
import { TuneList } from './TuneList.tsx';
import { loadTunes, tuneListAddress, tuneListQuery } from './tune-list.ts';

const path = '/catalog/all-tunes';
const crumbs = () => [
  { label: t('Catalogue'), to: '/catalog' },
  { label: t('All tunes'), to: path },
];

async function load(call: Call, url: URL) {
  const query = tuneListQuery(url.searchParams);
  return { origin: url.origin, query, list: await loadTunes(call, query) };
}

export const loader = ({ context, url }: LoaderFunctionArgs) => load(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(call, url);

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) =>
  loaderData
    ? pageMeta({
        title: pageTitle(t('All tunes')),
        description: t('Every tune in the catalogue with its figures, its price and the vehicles it is made for.'),
        origin: loaderData.origin,
        path: tuneListAddress(path, { page: loaderData.query.page }),
        ld: [breadcrumbLd(loaderData.origin, crumbs())],
      })
    : [{ title: pageTitle(t('All tunes')) }];

export default function AllTunes() {
  const { list, query } = useLoaderData<typeof loader>();
  const [units] = useUnits(useUi()?.settings.region);
  return (
    <Container className={css.page}>
      <Breadcrumbs crumbs={crumbs()} />
      <h1 className={css.title}>{t('All tunes')}</h1>
      <TuneList list={list} query={query} path={path} units={units} label={t('All tunes')} />
    </Container>
  );
}
