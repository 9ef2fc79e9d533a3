import { useEffect } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { pageTitle } from '../../../shell/title.ts';
import { Funnel } from '../../../ui/chart/Funnel.tsx';
import { StatTile } from '../../../ui/chart/StatTile.tsx';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { count, duration, percentOf } from '../reports/figures.ts';
import { Panel } from '../reports/Panel.tsx';
import { ReportFrame } from '../reports/ReportFrame.tsx';
import { comparisonOf } from '../reports/report-range.ts';
import css from '../reports/reports.module.css';
import { AcquisitionPanel } from './AcquisitionPanel.tsx';
import { Annotations } from './Annotations.tsx';
import { BreakdownPanel } from './BreakdownPanel.tsx';
import { Goals } from './Goals.tsx';
import { loadTraffic, type Traffic } from './load-traffic.ts';
import { SearchPanel } from './SearchPanel.tsx';
import { stepNames, valueName } from './traffic-labels.ts';
import { VisitChart, VisitorChart } from './VisitCharts.tsx';

export const meta = () => [{ title: pageTitle('Web traffic') }];
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadTraffic(new URL(request.url).searchParams);
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading web traffic" />;

const refreshMs = 30_000;

export default function TrafficPage() {
  const traffic = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [revalidate]);
  const { range, overview, stats, visitors } = traffic;
  return (
    <ReportFrame
      title="Web traffic"
      range={range}
      asOf={stats.as_of}
      actions={<ButtonLink to={`/admin/web-traffic/visits?from=${range.from}&to=${range.to}`}>All visits</ButtonLink>}
    >
      <Tiles traffic={traffic} />
      <div className={css.panels}>
        <Panel title="Visits" wide>
          <VisitChart stats={stats} range={range} />
          <Annotations annotations={overview.annotations} />
        </Panel>
        <AcquisitionPanel traffic={traffic} />
        <BreakdownPanel title="Pages" first="Page" dimensions={['page']} range={range} />
        <BreakdownPanel title="Entry and exit pages" first="Page" dimensions={['entry', 'exit']} range={range} />
        <Panel
          title="From visit to paid order"
          note="Paid orders are those placed in this period, whenever they were paid."
        >
          <Funnel
            label="Steps from a visit to a paid order"
            format={count}
            steps={overview.funnel.map(({ step, visits }) => ({
              label: stepNames[step] ?? step,
              value: visits,
              to:
                step === 'order'
                  ? `/admin/orders?from=${range.from}&to=${range.to}`
                  : `/admin/web-traffic/visits?from=${range.from}&to=${range.to}&step=${step}`,
            }))}
          />
        </Panel>
        <Panel
          title="New and returning visitors"
          note="A visitor who did not accept analytics cookies is recognized for one day and counts as new on the next."
        >
          <VisitorChart visitors={visitors} range={range} />
        </Panel>
        <BreakdownPanel
          title="Countries"
          first="Country"
          dimensions={['country', 'language']}
          range={range}
          note="From the browser's time zone and language. IP addresses are not stored."
        />
        <BreakdownPanel title="Devices" first="Device" dimensions={['device', 'browser', 'os']} range={range} />
        <SearchPanel traffic={traffic} />
        <Goals goals={overview.goals} visits={stats.current.totals.visits} />
        <BreakdownPanel title="Events" first="Event" dimensions={['event']} range={range} />
        <Bots traffic={traffic} />
      </div>
    </ReportFrame>
  );
}

function Tiles({ traffic: { range, stats, overview } }: { traffic: Traffic }) {
  const { totals: now } = stats.current;
  const before = stats.comparison?.totals;
  const compare = (current: number, previous: number | undefined, better?: 'up' | 'down') =>
    comparisonOf(range, current, previous, better);
  const rate = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const visits = `/admin/web-traffic/visits?from=${range.from}&to=${range.to}`;
  const views = `/admin/web-traffic/views?from=${range.from}&to=${range.to}`;
  return (
    <ul className={css.tiles}>
      <li>
        <StatTile label="Visitors now" note="In the last five minutes">
          {count(overview.live)}
        </StatTile>
      </li>
      <li>
        <StatTile label="Visitors" note="Each counted once a day" {...compare(now.visitors, before?.visitors, 'up')}>
          {count(now.visitors)}
        </StatTile>
      </li>
      <li>
        <StatTile label="Visits" to={visits} {...compare(now.visits, before?.visits, 'up')}>
          {count(now.visits)}
        </StatTile>
      </li>
      <li>
        <StatTile label="Page views" to={views} {...compare(now.views, before?.views, 'up')}>
          {count(now.views)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Bounce rate"
          {...compare(rate(now.bounces, now.visits), before && rate(before.bounces, before.visits), 'down')}
        >
          {percentOf(now.bounces, now.visits)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Average visit"
          {...compare(rate(now.seconds, now.visits), before && rate(before.seconds, before.visits), 'up')}
        >
          {duration(rate(now.seconds, now.visits))}
        </StatTile>
      </li>
    </ul>
  );
}

function Bots({ traffic: { overview, range } }: { traffic: Traffic }) {
  const total = overview.bots.reduce((sum, { views }) => sum + views, 0);
  return (
    <Panel title="Bots" note="Counted separately. No figure above includes them.">
      {overview.bots.length === 0 ? (
        <p className={css.note}>No views by bots in this period.</p>
      ) : (
        <ul className={css.list}>
          {overview.bots.map(({ code, views }) => (
            <li key={code}>
              <ButtonLink
                variant="link"
                to={`/admin/web-traffic/views?from=${range.from}&to=${range.to}&kind=bot&bot=${code}`}
              >
                {valueName('bot', code)}
              </ButtonLink>
              {count(views)} {views === 1 ? 'view' : 'views'} ({percentOf(views, total)})
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
