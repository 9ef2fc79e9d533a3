import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { monthLabel } from '../../ui/chart/buckets.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { TextLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, CardGrid, Container, Stack } from '../../ui/layout/Layout.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { Stat } from '../../ui/text/Stat.tsx';
import { PageHead } from '../PageHead.tsx';
import { LeadTabs } from './LeadTabs.tsx';
import css from './leads.module.css';
import { type Report, reportLinks } from './report-links.ts';
import { useChoices } from './useChoices.ts';
import { WonLostTables } from './WonLostTables.tsx';

export const meta = () => [{ title: pageTitle('Won and lost deals') }];

export default function WonLostPage() {
  const [params, setParams] = useSearchParams();
  const choices = useChoices();
  const [report, setReport] = useState<Report | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const text = ['from', 'to', 'pipeline', 'owner', 'currency'].map((name) => params.get(name) ?? '').join('|');
  const load = useCallback(async () => {
    const [from, to, pipeline, owner, currency] = text.split('|');
    try {
      setReport(
        await call('GET /v1/admin/lead-engine/report', {
          query: {
            ...(from ? { from } : {}),
            ...(to ? { to } : {}),
            ...(pipeline ? { pipeline } : {}),
            ...(owner ? { owner } : {}),
            ...(currency ? { currency: currency as 'CAD' } : {}),
          },
        }),
      );
      setProblem(null);
    } catch (error) {
      setProblem(error as Error);
    }
  }, [text]);
  useEffect(() => {
    void load();
  }, [load]);
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <Container width="full" className={css.page}>
      <LeadTabs />
      <PageHead title="Won and lost deals" />
      <div className={css.tools}>
        <TextField
          label="From"
          type="date"
          value={params.get('from') ?? report?.from ?? ''}
          onChange={(event) => set('from', event.currentTarget.value)}
        />
        <TextField
          label="To"
          type="date"
          value={params.get('to') ?? report?.to ?? ''}
          onChange={(event) => set('to', event.currentTarget.value)}
        />
        {choices && choices.pipelines.length > 1 ? (
          <NativeSelect
            label="Pipeline"
            options={choices.pipelines}
            value={params.get('pipeline') ?? choices.pipelines[0]?.value ?? ''}
            onChange={(event) => set('pipeline', event.currentTarget.value)}
          />
        ) : null}
        <NativeSelect
          label="Owner"
          options={choices?.owners ?? []}
          placeholder="Everyone"
          value={params.get('owner') ?? ''}
          onChange={(event) => set('owner', event.currentTarget.value)}
        />
        {report && report.currencies.length > 1 ? (
          <NativeSelect
            label="Currency"
            hint="Deals in other currencies are counted, but not added to the values."
            options={report.currencies.map((value) => ({ value, label: value }))}
            value={report.won.value.currency}
            onChange={(event) => set('currency', event.currentTarget.value)}
          />
        ) : null}
      </div>
      {problem ? <ErrorState onRetry={() => void load()}>{problem.message}</ErrorState> : null}
      {report ? (
        <Figures report={report} owner={params.get('owner') ?? ''} />
      ) : problem ? null : (
        <Skeleton lines={8} label="Loading the report" />
      )}
    </Container>
  );
}

const number = (amount: string) => Math.round(Number(amount));

function Figures({ report, owner }: { report: Report; owner: string }) {
  const links = reportLinks(report, owner);
  const { won, lost, winRate, months, forecast, currency } = { ...report, currency: report.won.value.currency };
  return (
    <Stack>
      <CardGrid>
        <Card>
          <Stat label="Won" note={<MoneyText money={won.value} />}>
            <TextLink to={links.closed('won')}>{won.count}</TextLink>
          </Stat>
        </Card>
        <Card>
          <Stat label="Lost" note={<MoneyText money={lost.value} />}>
            <TextLink to={links.closed('lost')}>{lost.count}</TextLink>
          </Stat>
        </Card>
        <Card>
          <Stat label="Win rate" note="of the deals closed in the period">
            {winRate === null ? '–' : `${winRate}%`}
          </Stat>
        </Card>
      </CardGrid>
      <Card>
        <h2>Won and lost by month, {currency}</h2>
        <Chart
          label="Value of won and lost deals by month"
          kind="bar"
          labels={months.map(({ month }) => monthLabel(month))}
          series={[
            { label: 'Won', values: months.map((row) => number(row.won.amount)), tone: 'accent' },
            { label: 'Lost', values: months.map((row) => number(row.lost.amount)), tone: 'stock' },
          ]}
          unit={currency}
        />
      </Card>
      {forecast.length > 0 ? (
        <Card>
          <h2>Forecast by month, {currency}</h2>
          <Chart
            label="Open deals by the month they are expected to close"
            kind="bar"
            labels={forecast.map(({ month }) => monthLabel(month))}
            series={[
              { label: 'Weighted', values: forecast.map((row) => number(row.weighted.amount)), tone: 'accent' },
              { label: 'Total', values: forecast.map((row) => number(row.value.amount)), tone: 'stock' },
            ]}
            unit={currency}
          />
        </Card>
      ) : null}
      <WonLostTables report={report} owner={owner} />
    </Stack>
  );
}
