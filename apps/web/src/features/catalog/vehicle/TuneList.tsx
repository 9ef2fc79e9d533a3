import { memo } from 'react';
import { Link, useNavigation } from 'react-router';
import { SearchBox } from '../../../shell/search/SearchBox.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { ListedTune } from '../catalog-types.ts';
import { figuresOf, type Units } from '../figures.ts';
import css from '../lists/lists.module.css';
import { type TuneListQuery, type TunePage, tuneListAddress } from '../lists/tune-list.ts';
import { plural } from './vehicle-labels.ts';

type Props = { list: TunePage; query: TuneListQuery; path: string; units: Units; label: string };

/** Tunes of all vehicles; search and page come from the URL. */
export function TuneList({ list, query, path, units, label }: Props) {
  const isLoading = useNavigation().state === 'loading';
  return (
    <>
      <div className={css.searchForm}>
        <SearchBox
          key={query.search}
          label="Search tunes and vehicles"
          placeholder="Stage 2, TP-…, Golf R, or a VIN"
          initial={query.search}
          action={path}
          filters
        />
      </div>
      <p className={css.count} role="status">
        {query.search === '' ? plural(list.total, 'tune') : `${plural(list.total, 'tune')} for “${query.search}”`}
      </p>
      {list.data.length === 0 && list.total > 0 ? null : list.data.length === 0 ? (
        <EmptyState
          art="search"
          title={query.search === '' ? 'Tunes of this kind appear here.' : 'No tune matches this search.'}
          step={
            <Link to={query.search === '' ? '/catalog' : path}>
              {query.search === '' ? 'Find your vehicle' : 'Show all'}
            </Link>
          }
        >
          {query.search === ''
            ? 'There are none for this region yet.'
            : 'Try fewer words, or the name of your vehicle.'}
        </EmptyState>
      ) : (
        <ul className={css.tunes} aria-label={label} data-old={isLoading || undefined}>
          {list.data.map((tune) => (
            <TuneItem key={tune.id} tune={tune} units={units} />
          ))}
        </ul>
      )}
      <Pagination
        page={list.page}
        pageCount={list.page_count}
        to={(page) => tuneListAddress(path, { ...query, page })}
        label={`Pages of ${label}`}
      />
    </>
  );
}

const vehiclesShown = 3;

const TuneItem = memo(function TuneItem({ tune, units }: { tune: ListedTune; units: Units }) {
  const figures = figuresOf(tune, 'crank', units);
  const named = Math.min(tune.vehicles.length, vehiclesShown);
  const more = tune.engine_count + tune.transmission_count - named;
  return (
    <li className={css.tune}>
      <div className={css.tuneHead}>
        <h2 className={css.tuneName}>{tune.name}</h2>
        <span className={css.tunePrice}>
          {tune.price ? (
            <MoneyText
              money={tune.price}
              was={tune.baseprice && tune.baseprice.amount !== tune.price.amount ? tune.baseprice : undefined}
            />
          ) : null}
        </span>
      </div>
      {tune.description ? <p className={css.tuneText}>{tune.description}</p> : null}
      <p className={css.tuneFacts}>
        {tune.tune_types.map((type) => (
          <span key={type.id} className={css.tuneType}>
            {type.name}
          </span>
        ))}
        {figures?.power ? (
          <span data-kind="power">
            {figures.power} <span>{units.power}</span>
          </span>
        ) : null}
        {figures?.torque ? (
          <span data-kind="torque">
            {figures.torque} <span>{units.torque}</span>
          </span>
        ) : null}
        {!figures?.power && tune.power_gain_percent !== null ? (
          <span data-kind="power">
            +{tune.power_gain_percent} <span>%</span>
          </span>
        ) : null}
        {tune.figures_basis === 'estimated' ? <span className={css.part}>Estimated</span> : null}
        {tune.part_number ? <span className={css.part}>{tune.part_number}</span> : null}
      </p>
      <ul className={css.fits}>
        {tune.vehicles.slice(0, vehiclesShown).map((vehicle) => (
          <li key={vehicle.path}>
            <Link to={vehicle.path} discover="none">
              {vehicle.label}
            </Link>
          </li>
        ))}
        {more > 0 ? (
          <li className={css.more}>
            {named > 0
              ? `and ${plural(more, 'more engine or gearbox', 'more engines and gearboxes')}`
              : `Fits ${plural(more, 'engine or gearbox', 'engines and gearboxes')}`}
          </li>
        ) : null}
      </ul>
    </li>
  );
});
