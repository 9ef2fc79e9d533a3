import { useState } from 'react';
import { bucketValues, dateBuckets, partialFrom } from '../../../ui/chart/buckets.ts';
import { BarChart } from '../../../ui/chart/Chart.tsx';
import { StatTile } from '../../../ui/chart/StatTile.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { chartAmount, inUnits } from '../reports/figures.ts';
import css from './HomePage.module.css';
import type { Home } from './HomePage.tsx';

type Money = NonNullable<Home['money']>;
type Balance = Money['balances'][number];

const balanceLabels: Readonly<Record<Balance['kind'], { label: string; account: string }>> = {
  ar: { label: 'Owed to us', account: 'ar' },
  prepay: { label: 'Prepaid balances', account: 'prepay' },
  earnings: { label: 'Owed to partners', account: 'earn.avail' },
  deposit: { label: 'Deposits held', account: 'deposit' },
};

/** Takings of thirty whole days and today, and the open balances of customers and partners, from the ledger. */
export function MoneyFigures({ money: { from, to, takings, balances }, asOf }: { money: Money; asOf: string }) {
  const largest = [...takings].sort((a, b) => inUnits(b.total) - inUnits(a.total));
  const [chosen, choose] = useState(largest[0]?.currency);
  const shown = takings.find(({ currency }) => currency === chosen) ?? largest[0];
  const now = new Date(asOf);
  const buckets = dateBuckets(from, to, 'day', now);
  return (
    <section className={css.section} aria-labelledby="takings">
      <div className={css.sectionHead}>
        <h2 id="takings">Net payments</h2>
        {takings.length > 1 ? (
          <NativeSelect
            label="Currency"
            hideLabel
            value={shown?.currency ?? ''}
            onChange={(event) => choose(event.currentTarget.value as typeof chosen)}
            options={largest.map(({ currency }) => ({ value: currency, label: currency }))}
          />
        ) : null}
      </div>
      <div className={css.panel}>
        {shown ? (
          <>
            <StatTile
              label="Last 30 days, without today"
              to={`/admin/transactions?from=${from}&to=${buckets.at(-2)?.from ?? to}`}
              compare={{
                current: inUnits(shown.total),
                previous: inUnits(shown.previous),
                with: 'the 30 days before',
                better: 'up',
              }}
            >
              <MoneyText money={shown.total} />
            </StatTile>
            <BarChart
              label={`Net payments per day in ${shown.currency}, after refunds`}
              labels={buckets.map(({ label }) => label)}
              unit={shown.currency}
              format={chartAmount}
              partialFrom={partialFrom(buckets)}
              linkOf={(at) => {
                const day = buckets[at]?.from;
                return day === undefined ? null : `/admin/transactions?from=${day}&to=${day}`;
              }}
              series={[
                {
                  label: 'Net payments',
                  values: bucketValues(
                    buckets,
                    shown.days.map(({ day, amount }) => ({ day, value: inUnits(amount) })),
                    now,
                  ),
                },
              ]}
            />
          </>
        ) : (
          <p className={css.none}>Net payments appear here with the first payment.</p>
        )}
      </div>
      {balances.length > 0 ? (
        <>
          <h2 className={css.next}>Open balances</h2>
          <ul className={css.stats}>
            {balances.map(({ kind, amount, before }) => (
              <li key={`${kind} ${amount.currency}`}>
                <StatTile
                  label={balanceLabels[kind].label}
                  to={`/admin/ledger?kind=${balanceLabels[kind].account}&unit=${amount.currency}`}
                  compare={{ current: inUnits(amount), previous: inUnits(before), with: 'the balance 30 days ago' }}
                >
                  <MoneyText money={amount} />
                </StatTile>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
