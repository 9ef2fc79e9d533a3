import { t, tIn } from '@tuneport/domain/text/text';
import { Link } from 'react-router';
import { Chart } from '../../ui/chart/Chart.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { amountText, isNegative } from '../../ui/text/money-text.ts';
import { Stat } from '../../ui/text/Stat.tsx';
import css from './earnings.module.css';
import type { Earnings, PartyPaths } from './earnings-types.ts';
import { monthBars } from './months.ts';

const money = (value: number) => amountText(value.toFixed(0));

/** Balances and monthly totals of a tuner, dealer or affiliate. */
export function EarningsOverview({
  earnings,
  paths,
  empty,
}: {
  earnings: Earnings;
  paths: PartyPaths;
  /** Shown when nothing has been earned yet. */
  empty: string;
}) {
  if (earnings.balances.length === 0)
    return <EmptyState title={t('Your earnings appear here with the first sale.')}>{empty}</EmptyState>;
  return (
    <>
      {earnings.balances.map((one) => (
        <section
          key={one.currency}
          className={css.block}
          aria-label={t('Balance in {currency}', { currency: one.currency })}
        >
          <div className={css.stats}>
            <Card>
              <Stat
                label={t('Available')}
                note={
                  <Link to={`${paths.base}/entries?state=available&currency=${one.currency}`} discover="none">
                    {t('View entries')}
                  </Link>
                }
              >
                <MoneyText money={one.available} big />
              </Stat>
            </Card>
            <Card>
              <Stat label={tIn('earnings', 'On hold')} note={t('Available 30 days after delivery.')}>
                <MoneyText money={one.on_hold} big />
              </Stat>
            </Card>
            <Card>
              <Stat label={t('On its way')} note={t('In transfers that have not arrived yet.')}>
                <MoneyText money={one.on_its_way} big />
              </Stat>
            </Card>
            <Card>
              <Stat
                label={t('Paid out')}
                note={
                  <Link to={paths.transfers ?? `${paths.base}/transfers`} discover="none">
                    {t('All transfers')}
                  </Link>
                }
              >
                <MoneyText money={one.paid_out} big />
              </Stat>
            </Card>
          </div>
          {isNegative(one.available.amount) ? (
            <Notice tone="careful">
              {t(
                'A sale was refunded after your share was paid out. It will be deducted from your next transfer; you owe nothing now.',
              )}
            </Notice>
          ) : null}
        </section>
      ))}
      {monthBars(earnings).map((bars) => (
        <Card key={bars.currency} className={css.chart}>
          <h2>{t('By month, {currency}', { currency: bars.currency })}</h2>
          <Chart
            kind="bar"
            label={t('Earned and paid out by month in {currency}', { currency: bars.currency })}
            labels={bars.labels}
            unit={bars.currency}
            format={money}
            series={[
              { label: t('Earned'), values: bars.earned },
              { label: t('Paid out'), values: bars.paidOut, tone: 'torque' },
            ]}
          />
        </Card>
      ))}
    </>
  );
}
