import type { CallReply } from '@tuneport/contract/index';
import { ageingLabels } from '@tuneport/domain/dealers/ageing';
import { numberText, t, tIn } from '@tuneport/domain/text/text';
import { BarChart } from '../../../ui/chart/Chart.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { dateText } from '../../../ui/text/date-text.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { isNegative } from '../../../ui/text/money-text.ts';
import { rich } from '../../../ui/text/rich.ts';
import { Stat } from '../../../ui/text/Stat.tsx';
import { DisputeCell } from '../../partners/DisputeCell.tsx';
import css from '../dealer.module.css';
import type { Dealer } from '../load-dealer.ts';

type Balance = CallReply<'GET /v1/dealers/:id/balance'>[number];
type Props = { balance: Balance; dealer: Dealer; onDisputed: () => void };

/** The account in one currency: what is owed, left and prepaid, its unpaid purchases and when they are due. */
export function BalanceCard({ balance, dealer, onDisputed }: Props) {
  const isOverdue = Number(balance.due.amount) > 0;
  return (
    <section className={css.block} aria-label={t('Account in {currency}', { currency: balance.currency })}>
      {isOverdue ? (
        <Notice tone="careful" title={t('Part of your balance is overdue.')}>
          {rich('{money} is past its due date.', { money: <MoneyText money={balance.due} /> })}
        </Notice>
      ) : null}
      <div className={css.stats}>
        <Card>
          <Stat
            label={tIn('account', 'Balance')}
            note={
              isNegative(balance.balance.amount)
                ? t('You owe this.')
                : Number(balance.balance.amount) > 0
                  ? t('In your favour.')
                  : t('Nothing is owed.')
            }
          >
            <MoneyText money={balance.balance} />
          </Stat>
        </Card>
        <Card>
          <Stat
            label={t('Remaining credit')}
            note={rich('Of {money}', { money: <MoneyText money={balance.credit_limit} /> })}
          >
            <MoneyText money={balance.available} />
          </Stat>
        </Card>
        <Card>
          <Stat
            label={t('Prepaid')}
            note={
              Number(balance.pending.amount) > 0
                ? rich('{money} held for purchases in progress', { money: <MoneyText money={balance.pending} /> })
                : undefined
            }
          >
            <MoneyText money={balance.prepaid} />
          </Stat>
        </Card>
      </div>
      {balance.open_items.length > 0 ? <OpenItems {...{ balance, dealer, onDisputed }} /> : null}
      {balance.forecast.some(({ due }) => Number(due.amount) > 0) ? (
        <Card className={css.block}>
          <h2>{t('Upcoming due dates')}</h2>
          <BarChart
            label={t('Due by week in {currency}', { currency: balance.currency })}
            labels={balance.forecast.map(({ from }) => dateText(new Date(from), 'utc', false))}
            unit={balance.currency}
            format={(value) => numberText(value, 2)}
            series={[{ label: t('Due'), values: balance.forecast.map(({ due }) => Number(due.amount)) }]}
          />
        </Card>
      ) : null}
    </section>
  );
}

/** Unpaid purchases, each with its dispute, and how old they are. */
function OpenItems({ balance, dealer, onDisputed }: Props) {
  return (
    <Card className={css.block}>
      <h2>{t('Balance breakdown')}</h2>
      <p className={css.quiet}>
        {t('Unpaid purchases on account. A payment without a selection pays the oldest first.')}
      </p>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{tIn('transaction', 'Sale')}</th>
            <th scope="col" className={css.wideOnly}>
              {t('Date')}
            </th>
            <th scope="col" className={css.wideOnly}>
              {t('Due')}
            </th>
            <th scope="col" className={css.end}>
              {tIn('amount', 'Open')}
            </th>
          </tr>
        </thead>
        <tbody>
          {balance.open_items.map((item) => {
            const mayDispute = dealer.kind !== null && item.may_dispute;
            return (
              <tr key={item.subject}>
                <th scope="row">
                  {item.label}
                  {item.bucket === 'not_due' ? null : <div className={css.quiet}>{t(ageingLabels[item.bucket])}</div>}
                  <div className={cx(css.quiet, css.narrowOnly)}>
                    {t('Due')} <DateText at={item.due_at} show="date" />
                  </div>
                </th>
                <td className={css.wideOnly}>
                  <DateText at={item.at} show="date" />
                </td>
                <td className={css.wideOnly}>
                  <DateText at={item.due_at} show="date" />
                </td>
                <td className={css.end}>
                  <MoneyText money={item.open} />
                  {item.dispute || mayDispute ? (
                    <div>
                      <DisputeCell
                        holder={`dealer:${dealer.id}`}
                        account="owed"
                        line={item.subject}
                        label={item.label}
                        amount={item.open}
                        dispute={item.dispute}
                        mayDispute={mayDispute}
                        onDisputed={onDisputed}
                      />
                    </div>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className={css.ageing}>
        {balance.ageing.map(({ bucket, amount }) => (
          <Stat key={bucket} label={t(ageingLabels[bucket])}>
            <MoneyText money={amount} />
          </Stat>
        ))}
      </div>
    </Card>
  );
}
