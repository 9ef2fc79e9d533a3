import type { Call } from '@tuneport/contract/index';
import { plural, t } from '@tuneport/domain/text/text';
import { memo } from 'react';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { OptionText, SearchBox } from '../../../shell/search/SearchBox.tsx';
import { type SearchResult, searchSite } from '../../../shell/search/search-site.ts';
import { pageTitle } from '../../../shell/title.ts';
import { CurveArt } from '../../../ui/brand/CurveArt.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Container, Section } from '../../../ui/layout/Layout.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import type { Category } from '../catalog-types.ts';
import { motifPower, motifTorque } from '../home/motif-curve.ts';
import { Continue } from './Continue.tsx';
import { MakeIndex } from './MakeIndex.tsx';
import css from './picker.module.css';
import { StepPicker } from './StepPicker.tsx';

async function load(call: Call, url: URL) {
  const q = (url.searchParams.get('search') ?? '').trim().slice(0, 120);
  const [makes, categories, found] = await Promise.all([
    call('GET /v1/catalog/makes'),
    call('GET /v1/catalog/categories'),
    q === '' ? null : searchSite(call, q, 20),
  ]);
  return { origin: url.origin, makes, categories, q, found };
}

export const loader = ({ context, url }: LoaderFunctionArgs) => load(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(call, url);

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) =>
  loaderData
    ? pageMeta({
        title: pageTitle(t('Tuning catalogue: find your vehicle')),
        description: plural(loaderData.makes.length, {
          one: 'Tunes for {count} make, with power curves, prices and the tools they need. Choose make, year, model and engine, or type what you drive.',
          other:
            'Tunes for {count} makes, with power curves, prices and the tools they need. Choose make, year, model and engine, or type what you drive.',
        }),
        origin: loaderData.origin,
        path: '/catalog',
        ld: [breadcrumbLd(loaderData.origin, [{ label: t('Catalogue'), to: '/catalog' }])],
      })
    : [{ title: pageTitle(t('Catalogue')) }];

export default function CatalogPage() {
  const { makes, categories, q, found } = useLoaderData<typeof loader>();
  return (
    <>
      <section className={css.hero} data-scheme="dark">
        <Container className={css.heroGrid}>
          <div className={css.heroLabels}>
            <h1>{t('What do you drive?')}</h1>
            <p className={css.heroLead}>{t('Type what you drive, or choose it step by step.')}</p>
            <SearchBox key={q} initial={q} big />
            <Continue />
            <Motif />
          </div>
          <div className={css.heroSteps}>
            <StepPicker makes={makes} />
          </div>
        </Container>
      </section>
      {found === null ? null : <Results q={q} found={found} />}
      <Section tight title={t('Choose a make')}>
        <MakeIndex makes={makes} base="/catalog" />
      </Section>
      <Categories categories={categories} />
    </>
  );
}

function Results({ q, found: { groups, note } }: { q: string; found: SearchResult }) {
  if (groups.length === 0)
    return (
      <Section tight title={t('Results for “{q}”', { q })}>
        <EmptyState art="search" title={note ?? t('Nothing matches “{q}”.', { q })}>
          {t('Try fewer words, or choose the make below.')}
        </EmptyState>
      </Section>
    );
  return groups.map(({ label, options }, at) => (
    <Section tight key={label} title={t('{label} for “{q}”', { label, q })}>
      {at === 0 && note !== null ? <p>{note}</p> : null}
      <ul className={css.hitList}>
        {options.map((option) => (
          <li key={`${option.to} ${option.title}`}>
            <Link to={option.to} className={css.hitLink} discover="none">
              <span>
                <OptionText option={option} />
              </span>
              <Icon name="arrowRight" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  ));
}

/** Decoration for wide screens. */
const Motif = () => (
  <div className={css.motif} aria-hidden="true">
    <CurveArt power={motifPower} torque={motifTorque} label="" size="low" legend={false} />
  </div>
);

const Categories = memo(function Categories({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0) return null;
  return (
    <Section tight title={t('By tune type')}>
      <ul className={css.kinds}>
        {categories.map((category) => (
          <li key={category.slug}>
            <Link to={`/catalog/${category.slug}`} className={css.kind} discover="none">
              <strong className={css.kindName}>{category.name}</strong>
              <span className={css.kindText}>{category.description}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/catalog/all-tunes" className={css.kind} discover="none">
            <strong className={css.kindName}>{t('All tunes')}</strong>
            <span className={css.kindText}>{t('Every tune with the vehicles it is made for.')}</span>
          </Link>
        </li>
      </ul>
    </Section>
  );
});
