import { StatTile } from '../../../ui/chart/StatTile.tsx';
import { calendarDay } from '../../../ui/text/date-text.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { count, hours, inUnits, percentOf } from '../reports/figures.ts';
import { comparisonOf } from '../reports/report-range.ts';
import css from '../reports/reports.module.css';
import type { Loaded } from './load-metrics.ts';
import { figureLabels, type MoneyFigure, rowsPath } from './metric-labels.ts';

const moneyTiles: readonly { figure: MoneyFigure; better: 'up' | 'down' }[] = [
  { figure: 'revenue', better: 'up' },
  { figure: 'margin', better: 'up' },
  { figure: 'sales', better: 'up' },
  { figure: 'refunds', better: 'down' },
  { figure: 'cogs', better: 'down' },
  { figure: 'commissions', better: 'down' },
];

/** Revenue, margin and what reduces them, in one currency. */
export function MoneyTiles({ loaded: { range, zone, metrics, currency } }: { loaded: Loaded }) {
  const now = metrics.current.currencies.find((one) => one.currency === currency);
  const before = metrics.comparison?.currencies.find((one) => one.currency === currency);
  const zero = { amount: '0.00', currency };
  return (
    <ul className={css.tiles}>
      {moneyTiles.map(({ figure, better }) => (
        <li key={figure}>
          <StatTile
            label={figureLabels[figure].label}
            note={figureLabels[figure].help}
            to={rowsPath({ from: range.from, to: range.to, zone, figure, currency })}
            {...comparisonOf(
              range,
              inUnits(now?.[figure]),
              metrics.comparison ? inUnits(before?.[figure]) : undefined,
              better,
            )}
          >
            <MoneyText money={now?.[figure] ?? zero} />
          </StatTile>
        </li>
      ))}
      {metrics.converted ? (
        <li>
          <StatTile
            label="Revenue in all currencies"
            note={`Converted to ${metrics.converted.currency} with the recorded rates of ${[...new Set(metrics.converted.rates.map(({ as_of }) => calendarDay(as_of)))].join(', ')}.`}
          >
            <MoneyText money={metrics.converted.revenue} />
          </StatTile>
        </li>
      ) : metrics.missing_rates.length > 0 && metrics.current.currencies.length > 1 ? (
        <li>
          <StatTile
            label="Revenue in all currencies"
            note={`No conversion rate is recorded for ${metrics.missing_rates.join(', ')}.`}
            to="/admin/settings"
          >
            –
          </StatTile>
        </li>
      ) : null}
    </ul>
  );
}

/** Orders, buyers, deliveries and dealers. */
export function BusinessTiles({ loaded: { range, zone, metrics, currency } }: { loaded: Loaded }) {
  const { current: now } = metrics;
  const before = metrics.comparison ?? undefined;
  const path = (figure: string) => rowsPath({ from: range.from, to: range.to, zone, figure });
  const compare = (current: number, previous: number | undefined, better?: 'up' | 'down') =>
    comparisonOf(range, current, previous, better);
  const rate = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const own = now.currencies.find((one) => one.currency === currency);
  return (
    <ul className={css.tiles}>
      <li>
        <StatTile label="Paid orders" to={path('orders')} {...compare(now.orders, before?.orders, 'up')}>
          {count(now.orders)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Average order"
          note="Before tax"
          {...compare(
            inUnits(own?.average_order ?? undefined),
            before
              ? inUnits(before.currencies.find((one) => one.currency === currency)?.average_order ?? undefined)
              : undefined,
            'up',
          )}
        >
          {own?.average_order ? <MoneyText money={own.average_order} /> : '–'}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Conversion"
          note={`${count(now.visits)} visits`}
          to={`/admin/web-traffic?range=${range.from}..${range.to}`}
          {...compare(rate(now.orders, now.visits), before && rate(before.orders, before.visits), 'up')}
        >
          {percentOf(now.orders, now.visits)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Returning buyers"
          note={`Of ${count(now.buyers)} buyers`}
          {...compare(
            rate(now.returning_buyers, now.buyers),
            before && rate(before.returning_buyers, before.buyers),
            'up',
          )}
        >
          {percentOf(now.returning_buyers, now.buyers)}
        </StatTile>
      </li>
      <li>
        <StatTile label="Tune requests" to={path('requests')} {...compare(now.requests, before?.requests, 'up')}>
          {count(now.requests)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Time to delivery"
          note={`Median of ${count(now.deliveries.count)} deliveries`}
          to={path('deliveries')}
          {...compare(
            now.deliveries.median_hours ?? 0,
            before ? (before.deliveries.median_hours ?? 0) : undefined,
            'down',
          )}
        >
          {now.deliveries.median_hours === null ? '–' : hours(now.deliveries.median_hours)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Promise times met"
          note={`${count(now.deliveries.promised - now.deliveries.kept)} late`}
          to={path('late')}
          {...compare(
            rate(now.deliveries.kept, now.deliveries.promised),
            before && rate(before.deliveries.kept, before.deliveries.promised),
            'up',
          )}
        >
          {percentOf(now.deliveries.kept, now.deliveries.promised)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Dealers who bought"
          to={path('dealers')}
          {...compare(now.dealers.active, before?.dealers.active, 'up')}
        >
          {count(now.dealers.active)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="New dealers"
          to={path('joined')}
          {...compare(now.dealers.joined, before?.dealers.joined, 'up')}
        >
          {count(now.dealers.joined)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Lost dealers"
          note="Bought in the period before, not in this one"
          to={path('lost')}
          {...compare(now.dealers.lost, before?.dealers.lost, 'down')}
        >
          {count(now.dealers.lost)}
        </StatTile>
      </li>
    </ul>
  );
}
