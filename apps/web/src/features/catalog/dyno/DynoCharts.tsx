import { noDynoData } from '@tuneport/domain/catalog/dyno';
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
import { SearchBox } from '../../../shell/search/SearchBox.tsx';
import { pageTitle } from '../../../shell/title.ts';
import { DynoChart } from '../../../ui/chart/DynoChart.tsx';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import type { ListedTune } from '../catalog-types.ts';
import { basisText, curvesOf, figuresOf, type Units } from '../figures.ts';
import { breadcrumbLd, pageMeta } from '../json-ld.ts';
import css from '../lists/lists.module.css';
import { tuneListAddress } from '../lists/tune-list.ts';
import { useUnits } from '../units-store.ts';
import { UnitSwitches } from '../vehicle/ChartPanel.tsx';
import engineCss from '../vehicle/engine.module.css';
import { type DynoPageData, loadDynoPage, type OpenTune } from './load-dyno.ts';

const path = '/dyno';

export const loader = ({ context, url }: LoaderFunctionArgs) => loadDynoPage(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => loadDynoPage(call, url);

export const meta = ({ loaderData }: { loaderData?: DynoPageData }) =>
  loaderData
    ? pageMeta({
        title: pageTitle('Dyno charts'),
        description: 'Power and torque of every tune compared with stock.',
        origin: loaderData.origin,
        path: tuneListAddress(path, { page: loaderData.query.page, search: '' }),
        ld: [breadcrumbLd(loaderData.origin, [{ label: 'Dyno charts', to: path }])],
      })
    : [{ title: pageTitle('Dyno charts') }];

/** All measured tunes: a list next to the curve of the selected one. */
export default function DynoCharts() {
  const { query, tunes, page, pageCount, total, open } = useLoaderData<typeof loader>();
  const [units, setUnits] = useUnits(useUi()?.settings.region);
  const isLoading = useNavigation().state === 'loading';
  return (
    <Container className={css.page}>
      <h1 className={css.title}>Dyno charts</h1>
      <p className={css.lead}>Stock versus tuned, across the rev range.</p>
      <div className={css.searchForm}>
        <SearchBox
          key={query.search}
          label="Search tunes and vehicles"
          placeholder="Stage 2, Golf R, or a VIN"
          initial={query.search}
          action={path}
          filters
        />
      </div>
      {open === null && total > 0 ? (
        <Pagination page={page} pageCount={pageCount} to={(n) => tuneListAddress(path, { ...query, page: n })} />
      ) : open === null ? (
        <EmptyState title={noDynoData} step={<Link to={query.search === '' ? '/catalog' : path}>See other tunes</Link>}>
          {query.search === '' ? 'Tunes with a power curve appear here.' : `No curve matches “${query.search}”.`}
        </EmptyState>
      ) : (
        <div className={css.dyno}>
          <OpenChart open={open} units={units} onUnits={setUnits} isOld={isLoading} />
          <div>
            <ul className={css.dynoList} aria-label="Tunes with a curve">
              {tunes.map((tune) => (
                <DynoItem
                  key={tune.id}
                  tune={tune}
                  units={units}
                  isOpen={tune.id === open.tune.id}
                  to={addressOf(tune, query)}
                />
              ))}
            </ul>
            <Pagination page={page} pageCount={pageCount} to={(n) => tuneListAddress(path, { ...query, page: n })} />
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
  return (
    <li>
      <Link
        to={to}
        className={css.dynoItem}
        aria-current={isOpen ? 'true' : undefined}
        preventScrollReset
        discover="none"
      >
        <span className={css.dynoName}>{tune.name}</span>
        <span className={css.dynoPower}>
          {figures?.power ?? '–'} <span className={css.dynoUnit}>{units.power}</span>
        </span>
        <span className={css.dynoVehicle}>{tune.vehicles[0]?.label ?? ''}</span>
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
    <section className={engineCss.panel} aria-labelledby="open-tune" data-old={isOld || undefined}>
      <h2 id="open-tune" className={engineCss.panelTitle}>
        {tune.name}
      </h2>
      <p className={engineCss.quiet}>
        {[vehicle?.label, basisText(tune, run ?? undefined)].filter(Boolean).join(' · ')}
      </p>
      <div className={engineCss.chartBox}>
        {curves ? (
          <DynoChart
            power={curves.power}
            torque={curves.torque}
            powerUnit={units.power}
            torqueUnit={units.torque}
            label={`${tune.name}, ${vehicle?.label ?? ''}`}
          />
        ) : (
          <p className={engineCss.noDyno}>{noDynoData}</p>
        )}
      </div>
      <div className={css.openFoot}>
        <UnitSwitches units={units} onUnits={onUnits} />
        {vehicle ? (
          <ButtonLink variant="primary" to={`${vehicle.path}?tune=${encodeURIComponent(tune.slug)}`} discover="none">
            View for this vehicle
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}
