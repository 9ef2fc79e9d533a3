import { msg, t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { SearchBox } from '../../../shell/search/SearchBox.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { NativeSelect, type Option } from '../../../ui/form/NativeSelect.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { aspirationNames, fuelNames } from '../vehicle/vehicle-labels.ts';
import css from './tune-filters.module.css';
import {
  filterCount,
  type TuneListQuery,
  type TunePage,
  tuneAspirations,
  tuneFuels,
  tuneGains,
  tuneListAddress,
  tuneListQuery,
  tunePrices,
  withoutFilters,
} from './tune-list.ts';

const sortLabels = {
  gain: msg('Largest gain'),
  power: msg('Most power'),
  price: msg('Price: low to high'),
  '-price': msg('Price: high to low'),
} as const;

type Props = { list: TunePage; query: TuneListQuery; path: string; children: ReactNode };

/** Search, filters and order of a tune list as one plain form: the URL is the state, and it works without script. */
export function TuneFilters({ list, query, path, children }: Props) {
  const navigate = useNavigate();
  const chosen = filterCount(query);
  // Reads the form, so that several quick changes are all in the next address.
  const go = (form: HTMLFormElement) => {
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const next = { ...tuneListQuery(new URLSearchParams(typed)), page: 1 };
    void navigate(tuneListAddress(path, next), { preventScrollReset: true });
  };
  const select = (name: string, label: string, value: string | number, any: string, options: readonly Option[]) => (
    <NativeSelect
      key={`${name} ${value}`}
      label={label}
      name={name}
      defaultValue={value ? String(value) : ''}
      placeholder={any}
      options={options}
      onChange={({ currentTarget: { form } }) => form && go(form)}
    />
  );
  const sorts = (Object.keys(sortLabels) as (keyof typeof sortLabels)[]).filter(
    (sort) => list.prices_shown || !sort.endsWith('price'),
  );
  return (
    <Form
      action={path}
      className={css.filterForm}
      onSubmit={(event) => {
        // The search box keeps a VIN out of the address.
        if (event.defaultPrevented) return;
        event.preventDefault();
        go(event.currentTarget);
      }}
    >
      <div className={css.listBar}>
        <SearchBox
          key={query.search}
          label={t('Search tunes and vehicles')}
          placeholder={t('Stage 2, TP-…, Golf R, or a VIN')}
          initial={query.search}
          action={null}
          filters
        />
        {select(
          'sort',
          t('Sort by'),
          query.sort,
          t('Catalogue order'),
          sorts.map((sort) => ({ value: sort, label: t(sortLabels[sort]) })),
        )}
      </div>
      <details className={css.filters} open={chosen > 0}>
        <summary className={css.filtersTitle}>
          <Icon name="filter" /> {t('Filters')} {chosen > 0 ? `(${chosen})` : ''}
        </summary>
        <div className={css.filterGrid}>
          {select('make', t('Make'), query.make, t('All makes'), choices(list.filters.makes))}
          {select(
            'fuel',
            t('Fuel'),
            query.fuel,
            t('All fuels'),
            tuneFuels.map((fuel) => ({ value: fuel, label: t(fuelNames[fuel]) })),
          )}
          {select(
            'aspiration',
            t('Induction'),
            query.aspiration,
            t('All kinds'),
            tuneAspirations.map((kind) => ({ value: kind, label: t(aspirationNames[kind] || naturallyAspirated) })),
          )}
          {select(
            'gain',
            t('Power gain'),
            query.gain,
            t('Any gain'),
            tuneGains.map((percent) => ({ value: String(percent), label: t('+{percent}% or more', { percent }) })),
          )}
          {list.prices_shown
            ? select(
                'price',
                t('Price'),
                query.price,
                t('Any price'),
                tunePrices.map((amount) => ({
                  value: String(amount),
                  label: t('Up to {amount} {currency}', { amount, currency: list.currency }),
                })),
              )
            : null}
          {select('tool', t('Tool'), query.tool, t('All tools'), choices(list.filters.tools))}
        </div>
        {chosen > 0 ? (
          <Link to={tuneListAddress(path, withoutFilters(query))} className={css.clear} discover="none">
            {t('Clear all filters')}
          </Link>
        ) : null}
      </details>
      <noscript>
        <Button type="submit">{t('Show')}</Button>
      </noscript>
      {children}
    </Form>
  );
}

const naturallyAspirated = msg('naturally aspirated');

const choices = (list: readonly { slug: string; name: string }[]): Option[] =>
  list.map(({ slug, name }) => ({ value: slug, label: name }));
