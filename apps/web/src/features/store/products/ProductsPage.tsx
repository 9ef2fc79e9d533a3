import type { Call } from '@tuneport/contract/index';
import { filterText } from '@tuneport/domain/store/product-list';
import { withoutLanguage } from '@tuneport/domain/text/languages';
import { msg, plural, t } from '@tuneport/domain/text/text';
import {
  type ClientLoaderFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useNavigation,
} from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { SearchBox } from '../../../shell/search/SearchBox.tsx';
import { pageTitle } from '../../../shell/title.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { chooseCurrency } from '../cart/cart-store.ts';
import { ProductCard } from './ProductCard.tsx';
import { ProductFilters } from './ProductFilters.tsx';
import { listAddress, type ProductListState, readListState } from './product-list-address.ts';
import type { ProductList } from './product-types.ts';
import css from './products.module.css';
import { ShortageNotices } from './ShortageNotices.tsx';
import { storeCrumb } from './store-meta.ts';

async function load(call: Call, url: URL) {
  const state = readListState(url.searchParams);
  const list = await call('GET /store/product', {
    query: {
      page: state.page,
      sort: state.sort,
      filters: filterText(state.filters),
      ...(state.category ? { category: state.category } : {}),
      ...(state.search ? { search: state.search } : {}),
      ...(state.currency ? { currency: state.currency } : {}),
    },
  });
  return { origin: url.origin, address: `${withoutLanguage(url.pathname)}${url.search}`, list };
}

export const loader = ({ context, url }: LoaderFunctionArgs) => load(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(call, url);

const stateOf = (address: string) => readListState(new URL(address, 'http://store').searchParams);
const categoryOf = (list: ProductList, slug: string | null) => list.categories.find((one) => one.slug === slug);

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  if (!loaderData) return [{ title: pageTitle(t('Store')) }];
  const { list, origin, address } = loaderData;
  const state = stateOf(address);
  const category = categoryOf(list, state.category);
  return pageMeta({
    title: pageTitle(category ? category.name : t('Store: tools, cables and parts')),
    description: category?.description || t('Flash tools, bench kits, cables, parts and modules, ready to ship.'),
    origin,
    // Canonical URL without filters and sorting, so that search engines index each category once.
    path: listAddress(
      { ...state, filters: new Map(), search: '', sort: 'featured', currency: null },
      { page: state.page },
    ),
    ld: [breadcrumbLd(origin, category ? [storeCrumb(), { label: category.name }] : [storeCrumb()])],
  });
};

const sortLabels = {
  featured: msg('Featured'),
  price: msg('Price: low to high'),
  '-price': msg('Price: high to low'),
  name: msg('Name'),
} as const;

export default function ProductsPage() {
  const { list, address } = useLoaderData<typeof loader>();
  const state = stateOf(address);
  const category = categoryOf(list, state.category);
  const loading = useNavigation().state === 'loading';
  const categories = list.categories.filter(({ count, slug }) => count > 0 || slug === state.category);
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <h1>{category?.name ?? t('Store')}</h1>
        <p className={css.lead}>{category?.description ?? t('Flash tools, cables, parts and merchandise.')}</p>
      </header>
      <nav aria-label={t('Categories')} className={css.productLists}>
        <Link
          to={listAddress(state, { category: null, filters: new Map() })}
          className={css.productList}
          aria-current={state.category === null ? 'page' : undefined}
          discover="none"
        >
          {t('Everything')}
        </Link>
        {categories.map(({ slug, name, count }) => (
          <Link
            key={slug}
            to={listAddress(state, { category: slug, filters: new Map() })}
            className={css.productList}
            aria-current={slug === state.category ? 'page' : undefined}
            discover="none"
          >
            {name} <span className={css.count}>{count}</span>
          </Link>
        ))}
      </nav>
      <ShortageNotices />
      {list.sale ? (
        <Notice tone="good">
          {t('{name}: {percent}% off everything here. The lower price is shown.', {
            name: list.sale.name,
            percent: list.sale.percent.replace(/\.0+$/, ''),
          })}
        </Notice>
      ) : null}
      <div className={css.columns}>
        <aside className={css.side} aria-label={t('Filters')}>
          <ProductFilters list={list} state={state} />
        </aside>
        <div className={css.main}>
          <ListBar list={list} state={state} />
          {list.data.length === 0 && list.total > 0 ? null : list.data.length === 0 ? (
            <Nothing state={state} />
          ) : (
            <ul className={css.grid} data-old={loading || undefined}>
              {list.data.map((product) => (
                <li key={product.slug}>
                  <ProductCard product={product} currency={state.currency} pricesShown={list.prices_shown} />
                </li>
              ))}
            </ul>
          )}
          <Pagination
            page={list.page}
            pageCount={list.page_count}
            to={(page) => listAddress(state, { page })}
            label={t('Pages of products')}
          />
        </div>
      </div>
    </Container>
  );
}

/** Search, sorting and currency as a plain form, so that it works without script. */
function ListBar({ list, state }: { list: ProductList; state: ProductListState }) {
  const navigate = useNavigate();
  const currencies = useUi()?.settings.currencies ?? [list.currency];
  const go = (change: Partial<ProductListState>) =>
    void navigate(listAddress(state, change), { preventScrollReset: true });
  return (
    <Form action="/products" className={css.bar} role="search">
      {state.category ? <input type="hidden" name="category" value={state.category} /> : null}
      {state.filters.size > 0 ? <input type="hidden" name="filters" value={filterText(state.filters)} /> : null}
      <div className={css.search}>
        <SearchBox key={state.search} label={t('Search products')} initial={state.search} action={null} filters />
      </div>
      <NativeSelect
        label={t('Sort by')}
        hideLabel
        name="sort"
        value={state.sort}
        onChange={({ currentTarget }) => go({ sort: currentTarget.value as ProductListState['sort'] })}
        options={Object.entries(sortLabels).map(([value, label]) => ({ value, label: t(label) }))}
      />
      {currencies.length > 1 ? (
        <NativeSelect
          label={t('Currency')}
          hideLabel
          name="currency"
          value={list.currency}
          onChange={({ currentTarget }) => {
            chooseCurrency(currentTarget.value);
            go({ currency: currentTarget.value });
          }}
          options={currencies.map((code) => ({ value: code, label: code }))}
        />
      ) : null}
      <noscript>
        <Button type="submit">{t('Show')}</Button>
      </noscript>
      <p className={css.found} role="status">
        {plural(list.total, { one: '{count} product', other: '{count} products' })}
      </p>
    </Form>
  );
}

function Nothing({ state }: { state: ProductListState }) {
  const narrowed = state.filters.size > 0 || state.search !== '' || state.category !== null;
  return (
    <EmptyState
      art={narrowed ? 'search' : 'list'}
      title={
        state.search
          ? t('Nothing in the store matches “{search}”.', { search: state.search })
          : narrowed
            ? t('No products match all of these filters.')
            : t('Products appear here as soon as they are published.')
      }
      step={
        narrowed ? (
          <ButtonLink to={listAddress({ ...state, filters: new Map(), search: '', category: null })}>
            {t('Show all products')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/catalog">{t('Find tunes for your vehicle')}</ButtonLink>
        )
      }
    >
      {narrowed ? t('Remove one, or view all products.') : null}
    </EmptyState>
  );
}
