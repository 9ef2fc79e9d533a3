import { t } from '@tuneport/domain/text/text';
import { Link } from 'react-router';
import { Icon } from '../../../ui/text/Icon.tsx';
import { listAddress, type ProductListState, toggled } from './product-list-address.ts';
import type { ProductList } from './product-types.ts';
import css from './products.module.css';

/** Each value is a link to the list with or without it: the URL is the state, and it works without scripts. */
export function ProductFilters({ list, state }: { list: ProductList; state: ProductListState }) {
  const facets = list.filters.filter(({ values }) => values.length > 1);
  if (facets.length === 0) return null;
  const chosen = [...state.filters.values()].reduce((count, values) => count + values.size, 0);
  return (
    <details className={css.filters} open={chosen > 0}>
      <summary className={css.filtersTitle}>
        <Icon name="filter" /> {t('Filters')} {chosen > 0 ? `(${chosen})` : ''}
      </summary>
      {facets.map(({ key, name, values }) => (
        <section key={key} className={css.facet} aria-labelledby={`facet-${key}`}>
          <h2 id={`facet-${key}`} className={css.facetName}>
            {name}
          </h2>
          <ul className={css.values}>
            {values.map(({ value, label, count }) => {
              const active = state.filters.get(key)?.has(value) ?? false;
              return (
                <li key={value}>
                  <Link
                    to={listAddress(state, { filters: toggled(state.filters, key, value) })}
                    className={css.value}
                    rel="nofollow"
                    discover="none"
                    preventScrollReset
                    aria-current={active ? 'true' : undefined}
                    data-none={count === 0 && !active ? true : undefined}
                  >
                    <span className={css.box} aria-hidden="true">
                      {active ? <Icon name="check" size={12} /> : null}
                    </span>
                    {label}
                    <span className={css.count}>{count}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {chosen > 0 ? (
        <Link to={listAddress(state, { filters: new Map() })} className={css.clear} discover="none">
          {t('Clear all filters')}
        </Link>
      ) : null}
    </details>
  );
}
