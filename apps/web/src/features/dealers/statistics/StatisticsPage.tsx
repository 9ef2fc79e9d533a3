import type { Call, CallReply } from '@tuneport/contract/index';
import { percentText } from '@tuneport/domain/text/percent-text';
import { numberText, t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { BarChart, StackedBarChart } from '../../../ui/chart/Chart.tsx';
import { StatTile } from '../../../ui/chart/StatTile.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { PartnerTable } from '../../partners/PartnerTable.tsx';
import { DealerFrame } from '../DealerFrame.tsx';
import dealerCss from '../dealer.module.css';
import { loadDealer, type Params } from '../load-dealer.ts';
import { monthLabel } from '../month-label.ts';
import css from './statistics.module.css';

type Statistics = CallReply<'GET /v1/dealers/:id/statistics'>;
type Period = Statistics['current'];

/** What the address says; anything else is left out, so that the page opens with its defaults. */
function queryOf(request: Request) {
  const search = new URL(request.url).searchParams;
  const day = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(search.get(name) ?? '') ? search.get(name) : null);
  const [from, to, compare, currency] = [day('from'), day('to'), search.get('compare'), search.get('currency')];
  return {
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(compare === 'previous' || compare === 'year' ? { compare: compare as 'previous' | 'year' } : {}),
    ...(currency && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
  };
}

async function load(api: Call, params: Params, request: Request) {
  const query = queryOf(request);
  const [dealer, statistics] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/statistics', { params: { id: params.slug ?? '' }, query }),
  ]);
  return { dealer, statistics, compare: query.compare };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Statistics of {name}', { name: loaderData.dealer.name }) : t('Statistics')) },
];
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, request);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, request);

const amount = (value: number) => numberText(value, 2);

/** What a dealer bought, saved and waited for. Managers see the dealer, other members their own part. */
export default function StatisticsPage() {
  const { dealer, statistics, compare } = useLoaderData<typeof loader>();
  const { current, months, makes, vehicles, members, credits, currency } = statistics;
  const csv = new URLSearchParams({ from: current.from, to: current.to, currency });
  return (
    <DealerFrame dealer={dealer} title={t('Statistics')}>
      {statistics.scope === 'own' ? (
        <Notice>{t('You see your own purchases and requests. Managers see those of all members.')}</Notice>
      ) : null}
      <Card className={dealerCss.block}>
        <Form key={`${current.from} ${current.to}`} className={css.filters} role="search" aria-label={t('Period')}>
          <TextField label={t('First day')} name="from" type="date" defaultValue={current.from} />
          <TextField label={t('Last day')} name="to" type="date" defaultValue={current.to} />
          <NativeSelect
            label={t('Compare with')}
            name="compare"
            defaultValue={compare ?? ''}
            options={[
              { value: '', label: t('No comparison') },
              { value: 'previous', label: t('The period before') },
              { value: 'year', label: t('A year earlier') },
            ]}
          />
          {statistics.currencies.length > 1 ? (
            <NativeSelect
              label={t('Currency')}
              name="currency"
              defaultValue={currency}
              options={statistics.currencies.map((code) => ({ value: code, label: code }))}
            />
          ) : null}
          <Button type="submit">{t('Apply')}</Button>
        </Form>
        <p className={dealerCss.quiet}>
          {t('Amounts in {currency}, before tax and less refunds. Days are counted in {zone}.', {
            currency,
            zone: statistics.zone,
          })}
        </p>
      </Card>
      <Tiles statistics={statistics} compare={compare} />
      <Card className={dealerCss.block}>
        <h2>{t('Spending by month')}</h2>
        <StackedBarChart
          label={t('Spending by month and kind in {currency}', { currency })}
          labels={months.map(({ month }) => monthLabel(month))}
          unit={currency}
          format={amount}
          series={[
            { label: t('Tunes'), values: months.map(({ tunes }) => Number(tunes.amount)) },
            { label: t('Store'), values: months.map(({ store }) => Number(store.amount)), tone: 'torque' },
            { label: t('Tune credits'), values: months.map((one) => Number(one.credits.amount)), tone: 'stock' },
          ]}
        />
        <p>
          <a href={`/api/v1/dealers/${dealer.id}/statistics/csv?${csv}`} download>
            {t('Download as CSV')}
          </a>
        </p>
      </Card>
      <Card className={dealerCss.block}>
        <h2>{t('Tunes by make')}</h2>
        <BarChart
          label={t('Tunes by make')}
          labels={makes.map(({ make }) => make || t('Other'))}
          series={[{ label: t('Tunes'), values: makes.map(({ tunes }) => tunes) }]}
        />
        {vehicles.length === 0 ? null : (
          <PartnerTable
            label={t('Tunes by vehicle')}
            heads={[t('Vehicle'), { label: t('Tunes'), end: true }, { label: t('Spending'), end: true }]}
            rows={vehicles.map((one) => ({
              key: one.vehicle,
              cells: [one.vehicle || t('Other'), one.tunes, <MoneyText key="spend" money={one.spend} />],
            }))}
          />
        )}
      </Card>
      {members.length === 0 ? null : (
        <Card className={dealerCss.block}>
          <h2>{t('By member')}</h2>
          <PartnerTable
            label={t('By member')}
            heads={[
              t('Member'),
              { label: t('Purchases'), end: true },
              { label: t('Spending'), end: true },
              { label: t('Share'), end: true },
            ]}
            rows={members.map((member, at) => ({
              key: at,
              cells: [
                member.name,
                member.purchases,
                <MoneyText key="spend" money={member.spend} />,
                shareOf(member.spend.amount, members),
              ],
            }))}
          />
        </Card>
      )}
      <Card className={dealerCss.block}>
        <h2>{t('Tune credits')}</h2>
        <p className={dealerCss.quiet}>
          {t('{left} left, {used} used in this period.', { left: credits.left, used: current.credits_used })}
        </p>
        {credits.expiring.length === 0 ? (
          <p className={dealerCss.quiet}>{t('No credits expire in the next 60 days.')}</p>
        ) : (
          <PartnerTable
            label={t('Expiring credits')}
            heads={[t('Kind'), { label: t('Credits'), end: true }, t('Expires')]}
            rows={credits.expiring.map((lot, at) => ({
              key: at,
              cells: [lot.kind.toUpperCase(), lot.units, <DateText key="at" at={lot.expires_at} show="date" />],
            }))}
          />
        )}
      </Card>
    </DealerFrame>
  );
}

function shareOf(part: string, members: Statistics['members']): string {
  const all = members.reduce((sum, { spend }) => sum + Number(spend.amount), 0);
  return all === 0 ? '–' : percentText(numberText((Number(part) / all) * 100, 0));
}

type TilesProps = { statistics: Statistics; compare: 'previous' | 'year' | undefined };

function Tiles({ statistics: { current, comparison }, compare }: TilesProps) {
  const label = compare === 'year' ? t('a year earlier') : t('the period before');
  const against = (of: (period: Period) => number | null, better?: 'up' | 'down') => {
    const [now, before] = [of(current), comparison ? of(comparison) : null];
    if (now === null || before === null) return {};
    return { compare: { current: now, previous: before, with: label, ...(better ? { better } : {}) } };
  };
  const hours = current.requests.median_hours;
  return (
    <div className={css.tiles}>
      <StatTile label={t('Spending')} {...against(({ spend }) => Number(spend.total.amount))}>
        <MoneyText money={current.spend.total} />
      </StatTile>
      <StatTile
        label={t('Saved against list prices')}
        note={Number(current.list.amount) > 0 ? savedShare(current) : undefined}
        {...against(({ saved }) => Number(saved.amount), 'up')}
      >
        <MoneyText money={current.saved} />
      </StatTile>
      <StatTile label={t('Purchases')} {...against(({ purchases }) => purchases)}>
        {current.purchases}
      </StatTile>
      <StatTile label={t('Tune requests')} {...against(({ requests }) => requests.sent)}>
        {current.requests.sent}
      </StatTile>
      <StatTile
        label={t('Median time to delivery')}
        note={t('{count} delivered', { count: current.requests.delivered })}
        {...against(({ requests }) => requests.median_hours, 'down')}
      >
        {hours === null ? '–' : t('{hours} h', { hours: numberText(hours, 1) })}
      </StatTile>
    </div>
  );
}

const savedShare = ({ list, saved }: Period): string =>
  t('{percent}% of the list prices', { percent: numberText((Number(saved.amount) / Number(list.amount)) * 100, 0) });
