import { plural, t } from '@tuneport/domain/text/text';
import { memo } from 'react';
import { Link, useNavigation } from 'react-router';
import { CarOutline } from '../../../ui/brand/CarOutline.tsx';
import { EngineSymbol } from '../../../ui/brand/EngineSymbol.tsx';
import { ToolDrawing } from '../../../ui/brand/ToolDrawing.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { PriceText } from '../../../ui/text/PriceText.tsx';
import { bodyOf } from '../body-of.ts';
import type { ListedTune } from '../catalog-types.ts';
import type { Units } from '../figures.ts';
import { GainBars, type GainScale, scaleOf } from './GainBars.tsx';
import listsCss from './lists.module.css';
import { TuneFilters } from './TuneFilters.tsx';
import { groupTunes, isForOneVehicle, stageOf } from './tune-groups.ts';
import css from './tune-list.module.css';
import { filterCount, type TuneListQuery, type TunePage, tuneListAddress } from './tune-list.ts';

type Props = { list: TunePage; query: TuneListQuery; path: string; units: Units; label: string };

/** Tunes of all vehicles by vehicle; search, filters, order and page come from the URL. */
export function TuneList({ list, query, path, units, label }: Props) {
  const isLoading = useNavigation().state === 'loading';
  const scale = scaleOf(list.data, units);
  return (
    <>
      <TuneFilters list={list} query={query} path={path}>
        <p className={listsCss.count} role="status">
          {query.search === ''
            ? plural(list.total, { one: '{count} tune', other: '{count} tunes' })
            : plural(
                list.total,
                { one: '{count} tune for “{search}”', other: '{count} tunes for “{search}”' },
                { search: query.search },
              )}
        </p>
      </TuneFilters>
      {list.data.length === 0 && list.total > 0 ? null : list.data.length === 0 ? (
        <NoTunes query={query} path={path} />
      ) : (
        <ul className={css.tunes} aria-label={label} data-old={isLoading || undefined}>
          {groupTunes(list.data).map((group) => (
            <TuneGroup key={group[0].id} tunes={group} units={units} scale={scale} />
          ))}
        </ul>
      )}
      <Pagination
        page={list.page}
        pageCount={list.page_count}
        to={(page) => tuneListAddress(path, { ...query, page })}
        label={t('Pages of {label}', { label })}
      />
    </>
  );
}

function NoTunes({ query, path }: { query: TuneListQuery; path: string }) {
  const filtered = filterCount(query) > 0;
  const searched = query.search !== '';
  return (
    <EmptyState
      art="search"
      title={
        filtered
          ? t('No tune matches all of these filters.')
          : searched
            ? t('No tune matches this search.')
            : t('Tunes of this kind appear here.')
      }
      step={
        <Link to={filtered || searched ? path : '/catalog'}>
          {filtered || searched ? t('Show all') : t('Find your vehicle')}
        </Link>
      }
    >
      {filtered
        ? t('Remove a filter, or show all tunes.')
        : searched
          ? t('Try fewer words, or the name of your vehicle.')
          : t('There are none for this region yet.')}
    </EmptyState>
  );
}

type GroupProps = { tunes: readonly [ListedTune, ...ListedTune[]]; units: Units; scale: GainScale };

/** A vehicle with the tunes of this page that belong to it, or one tune that fits many vehicles. */
const TuneGroup = memo(function TuneGroup({ tunes, units, scale }: GroupProps) {
  const [first] = tunes;
  const [vehicle, ...others] = first.vehicles;
  if (!vehicle || !isForOneVehicle(first)) return <SharedTune tune={first} units={units} scale={scale} />;
  return (
    <li className={css.tune}>
      <div className={css.tuneArt}>
        <CarOutline body={bodyOf(vehicle.body)} width={132} />
      </div>
      <div className={css.tuneMain}>
        <h2 className={css.tuneName}>
          <Link to={vehicle.path} discover="none">
            {vehicle.name}
          </Link>{' '}
          <span className={css.tuneEngine}>{[vehicle.years, first.engine?.name].filter(Boolean).join(' · ')}</span>
        </h2>
        {others.length > 0 ? (
          <p className={css.also}>
            {t('Also in {models}', { models: others.map(({ name, years }) => `${name} ${years}`.trim()).join(', ') })}
          </p>
        ) : null}
        <ul className={listsCss.stages}>
          {tunes.map((tune) => (
            <li key={tune.id}>
              <Link
                to={`${vehicle.path}?tune=${encodeURIComponent(tune.slug)}`}
                className={listsCss.stage}
                discover="none"
              >
                <span className="visually-hidden">{vehicle.name}</span>
                <StageHead tune={tune} />
                <GainBars tune={tune} units={units} scale={scale} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
});

function SharedTune({ tune, units, scale }: { tune: ListedTune; units: Units; scale: GainScale }) {
  const count = tune.engine_count + tune.transmission_count;
  return (
    <li className={css.tune}>
      <div className={css.tuneArt}>
        {tune.engine_count > 0 ? <EngineSymbol kind="inline4" size={72} /> : <ToolDrawing tool="chip" />}
      </div>
      <div className={css.tuneMain}>
        <h2 className={css.tuneName}>{tune.name}</h2>
        {tune.description ? <p className={css.also}>{tune.description}</p> : null}
        <div className={listsCss.stage}>
          <StageHead tune={tune} />
          <GainBars tune={tune} units={units} scale={scale} />
        </div>
        <p className={css.fits}>
          {plural(count, { one: 'Fits {count} engine or gearbox', other: 'Fits {count} engines and gearboxes' })}
          {tune.vehicles.map((vehicle) => (
            <Link key={vehicle.path} to={vehicle.path} discover="none">
              {vehicle.label}
            </Link>
          ))}
        </p>
      </div>
    </li>
  );
}

/** Stage, name, part number and price on one line. */
function StageHead({ tune }: { tune: ListedTune }) {
  const stage = stageOf(tune);
  return (
    <span className={listsCss.stageHead}>
      <span className={listsCss.tag}>{stage}</span>
      {isForOneVehicle(tune) && tune.name !== stage ? <span>{tune.name}</span> : null}
      {tune.part_number ? <span className={listsCss.part}>{tune.part_number}</span> : null}
      <span className={listsCss.tunePrice}>
        {tune.price ? (
          <PriceText
            money={tune.price}
            was={tune.baseprice && tune.baseprice.amount !== tune.price.amount ? tune.baseprice : undefined}
          />
        ) : null}
      </span>
    </span>
  );
}
