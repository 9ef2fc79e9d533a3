import { type ClientLoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import type { Crumb } from '../../../ui/layout/Breadcrumbs.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { PageHead } from '../../PageHead.tsx';
import { CatalogPage } from '../CatalogPage.tsx';
import css from '../catalog-admin.module.css';
import { RecordFallback } from '../RecordPage.tsx';

export const meta = () => [{ title: pageTitle('Catalogue by make') }];
export const clientLoader = ({ params: { make, model, year } }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/ecu/browse', { query: { make, model, year } });
clientLoader.hydrate = true as const;
export const HydrateFallback = RecordFallback;

const home = '/admin/catalog/home';
const counted = { makes: 'models', models: 'years', years: 'engines', engines: 'tunes' } as const;

/** From a make through models and years to engines: unlike for visitors, the model comes first. */
export default function BrowsePage() {
  const { make, model, year, of, entries } = useLoaderData<typeof clientLoader>();
  const params = useParams();
  const at = [params.make, params.model, params.year].filter((part) => part !== undefined).map(encodeURIComponent);
  const path = (depth: number) => [home, ...at.slice(0, depth)].join('/');
  const crumbs: Crumb[] = [
    { label: 'All makes', to: home },
    ...(make ? [{ label: make.name, to: path(1) }] : []),
    ...(model ? [{ label: model.name, to: path(2) }] : []),
    ...(year ? [{ label: year.name }] : []),
  ];
  const to = (entry: { id: number; slug: string }) =>
    of === 'engines' ? `/admin/catalog/engines/${entry.id}` : `${path(at.length)}/${encodeURIComponent(entry.slug)}`;
  return (
    <CatalogPage>
      <PageHead
        crumbs={crumbs}
        title={[make?.name, model?.name, year?.name].filter(Boolean).join(' ') || 'Catalogue by make'}
      >
        {make ? (
          <TextLink to={`/catalog-manage/makes/${make.id}`} discover="none">
            Edit {make.name}
          </TextLink>
        ) : null}
      </PageHead>
      {entries.length === 0 ? (
        <EmptyState title={`No ${of} yet.`} />
      ) : (
        <Card>
          <ul className={css.columns}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <TextLink to={to(entry)} discover="none">
                  {entry.name}
                </TextLink>{' '}
                <span className={css.quiet}>
                  {entry.count} {entry.count === 1 ? counted[of].slice(0, -1) : counted[of]}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </CatalogPage>
  );
}
