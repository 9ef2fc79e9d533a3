import { noDynoData } from '@tuneport/domain/catalog/dyno';
import { plural, t } from '@tuneport/domain/text/text';
import { memo, useMemo } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { pageTitle } from '../../../shell/title.ts';
import { CarOutline } from '../../../ui/brand/CarOutline.tsx';
import { DynoChart } from '../../../ui/chart/DynoChart.tsx';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { useUnits } from '../../../ui/text/units-store.ts';
import { bodyOf } from '../body-of.ts';
import type { ListedTune } from '../catalog-types.ts';
import { basisOf, basisText, curvesOf, figuresOf, gainOf, type Units } from '../figures.ts';
import listsCss from '../lists/lists.module.css';
import { TuneFilters } from '../lists/TuneFilters.tsx';
import { stageOf } from '../lists/tune-groups.ts';
import { filterCount, tuneListAddress } from '../lists/tune-list.ts';
import { UnitSwitches } from '../vehicle/ChartPanel.tsx';
import panelCss from '../vehicle/chart-panel.module.css';
import engineCss from '../vehicle/engine.module.css';
import css from './dyno-charts.module.css';
import { type DynoPageData, loadDynoPage, type OpenTune } from './load-dyno.ts';

const path = '/dyno';

export const loader = ({ context, url }: LoaderFunctionArgs) => loadDynoPage(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => loadDynoPage(call, url);

export const meta = ({ loaderData }: { loaderData?: DynoPageData }) =>
  loaderData
    ? pageMeta({
        title: pageTitle(t('Dyno charts')),
        description: t('Power and torque of every tune compared with stock.'),
        origin: loaderData.origin,
        path: tuneListAddress(path, { page: loaderData.query.page }),
        ld: [breadcrumbLd(loaderData.origin, [{ label: t('Dyno charts'), to: path }])],
      })
    : [{ title: pageTitle(t('Dyno charts')) }];

/** All measured tunes: a list next to the curve of the selected one. */
export default function DynoCharts() {
  const { query, list, open } = useLoaderData<typeof loader>();
  const [units, setUnits] = useUnits(useUi()?.settings.region);
  const isLoading = useNavigation().state === 'loading';
  const pages = (
    <Pagination page={list.page} pageCount={list.page_count} to={(page) => tuneListAddress(path, { ...query, page })} />
  );
  const narrowed = query.search !== '' || filterCount(query) > 0;
  return (
    <Container className={listsCss.page}>
      <h1 className={listsCss.title}>{t('Dyno charts')}</h1>
      <p className={listsCss.lead}>{t('Stock versus tuned, across the rev range.')}</p>
      <TuneFilters list={list} query={query} path={path}>
        <p className={listsCss.count} role="status">
          {plural(list.total, { one: '{count} curve', other: '{count} curves' })}
        </p>
      </TuneFilters>
      {open === null && list.total > 0 ? (
        pages
      ) : open === null ? (
        <EmptyState title={t(noDynoData)} step={<Link to={narrowed ? path : '/catalog'}>{t('See other tunes')}</Link>}>
          {query.search !== ''
            ? t('No curve matches “{search}”.', { search: query.search })
            : narrowed
              ? t('No tune matches all of these filters.')
              : t('Tunes with a power curve appear here.')}
        </EmptyState>
      ) : (
        <div className={css.dyno}>
          <OpenChart open={open} units={units} onUnits={setUnits} isOld={isLoading} />
          <div>
            <ul className={css.dynoList} aria-label={t('Tunes with a curve')}>
              {list.data.map((tune) => (
                <DynoItem
                  key={tune.id}
                  tune={tune}
                  units={units}
                  isOpen={tune.id === open.tune.id}
                  to={addressOf(tune, query)}
                />
              ))}
            </ul>
            {pages}
          </div>
        </div>
      )}
    </Container>
  );
}

function addressOf(tune: ListedTune, query: DynoPageData['query']): string {
  const list = tuneListAddress(path, query);
  return `${list}${list.includes('?') ? '&' : '?'}dyno=${tune.id}`;
}

type ItemProps = { tune: ListedTune; units: Units; isOpen: boolean; to: string };

const DynoItem = memo(function DynoItem({ tune, units, isOpen, to }: ItemProps) {
  const figures = figuresOf(tune, 'crank', units);
  const gain = gainOf(figures, tune.stock && figuresOf(tune.stock, 'crank', units));
  const [vehicle] = tune.vehicles;
  return (
    <li>
      <Link
        to={to}
        className={css.dynoItem}
        aria-current={isOpen ? 'true' : undefined}
        preventScrollReset
        discover="none"
      >
        <CarOutline body={bodyOf(vehicle?.body ?? '')} width={72} />
        <span className={css.dynoName}>
          {vehicle ? `${vehicle.name} ${vehicle.years}` : tune.name}{' '}
          <span className={listsCss.tag}>{stageOf(tune)}</span>
        </span>
        <span className={css.dynoPower}>
          {gain?.power ? `+${gain.power}` : (figures?.power ?? '–')} <span className={css.dynoUnit}>{units.power}</span>
        </span>
        <span className={css.dynoVehicle}>{tune.engine?.name ?? ''}</span>
      </Link>
    </li>
  );
});

type OpenProps = { open: OpenTune; units: Units; onUnits: (units: Units) => void; isOld: boolean };

function OpenChart({ open: { tune, run, stock }, units, onUnits, isOld }: OpenProps) {
  const curves = useMemo(() => {
    const after = run && curvesOf(run, 'crank', units);
    const before = stock && curvesOf(stock, 'crank', units);
    if (!after) return null;
    return {
      power: { stock: before?.power ?? [], tuned: after.power },
      torque: { stock: before?.torque ?? [], tuned: after.torque },
    };
  }, [run, stock, units]);
  const vehicle = tune.vehicles[0];
  return (
    <section className={panelCss.panel} aria-labelledby="open-tune" data-old={isOld || undefined}>
      <h2 id="open-tune" className={panelCss.panelTitle}>
        {vehicle ? vehicle.name : tune.name} <span className={listsCss.tag}>{vehicle ? tune.name : stageOf(tune)}</span>
      </h2>
      <p className={engineCss.quiet}>
        {[vehicle?.years, tune.engine?.name, basisText(basisOf(tune, run ?? undefined))].filter(Boolean).join(' · ')}
      </p>
      <div className={panelCss.chartBox}>
        {curves ? (
          <DynoChart
            power={curves.power}
            torque={curves.torque}
            powerUnit={units.power}
            torqueUnit={units.torque}
            label={`${tune.name}, ${vehicle?.label ?? ''}`}
          />
        ) : (
          <p className={panelCss.noDyno}>{t(noDynoData)}</p>
        )}
      </div>
      <div className={css.openFoot}>
        <UnitSwitches units={units} onUnits={onUnits} />
        {vehicle ? (
          <ButtonLink variant="primary" to={`${vehicle.path}?tune=${encodeURIComponent(tune.slug)}`} discover="none">
            {t('View for this vehicle')}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}
