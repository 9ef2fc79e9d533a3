import type { Call, CallReply } from '@tuneport/contract/index';
import { ageingLabels } from '@tuneport/domain/dealers/ageing';
import { msg, numberText, t, tIn } from '@tuneport/domain/text/text';
import { useCallback, useMemo, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { BarChart } from '../../ui/chart/Chart.tsx';
import { cx } from '../../ui/class-names.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { type Column, specOf } from '../../ui/list/list-columns.ts';
import type { FilterSpec, ListQuery } from '../../ui/list/list-state.ts';
import { useListAnswer } from '../../ui/list/useListAnswer.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { dateText } from '../../ui/text/date-text.ts';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { isNegative } from '../../ui/text/money-text.ts';
import { rich } from '../../ui/text/rich.ts';
import { Stat } from '../../ui/text/Stat.tsx';
import { DisputeCell } from '../partners/DisputeCell.tsx';
import { DisputesCard } from '../partners/DisputesCard.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import css from './dealer.module.css';
import { type Dealer, dealerPaths, loadDealer, type Params } from './load-dealer.ts';
import { monthLabel } from './month-label.ts';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.slug ?? '' } };
  const [dealer, balances, statements] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/balance', of),
    api('GET /v1/dealers/:id/statements', of),
  ]);
  return { dealer, balances, statements };
}
type Balance = CallReply<'GET /v1/dealers/:id/balance'>[number];
type Entry = CallReply<'GET /v1/dealers/:id/entries'>['data'][number];
type Statements = CallReply<'GET /v1/dealers/:id/statements'>;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Balance of {name}', { name: loaderData.dealer.name }) : t('Dealer balance')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function BalancePage() {
  const { dealer, balances, statements } = useLoaderData<typeof loader>();
  const { base } = dealerPaths(dealer);
  const { revalidate } = useRevalidator();
  const [disputed, setDisputed] = useState(0);
  const onDisputed = () => {
    void revalidate();
    setDisputed((count) => count + 1);
  };
  const owes = balances.some(({ payable }) => Number(payable.amount) > 0);
  return (
    <DealerFrame
      dealer={dealer}
      title={tIn('account', 'Balance')}
      action={
        owes && dealer.kind !== null ? (
          <ButtonLink variant="primary" to={`${base}/pay-balance`}>
            {t('Pay balance')}
          </ButtonLink>
        ) : null
      }
    >
      {dealer.account_paused ? (
        <Notice tone="bad" title={t('Purchases on account are paused.')}>
          {t('An invoice is long overdue. The account reopens when the payment arrives; cards still work.')}
        </Notice>
      ) : null}
      {balances.map((balance) => (
        <BalanceCard key={balance.currency} balance={balance} dealer={dealer} onDisputed={onDisputed} />
      ))}
      {dealer.kind === null ? (
        <RecordTransfer dealer={dealer} />
      ) : (
        <DisputesCard holder={`dealer:${dealer.id}`} version={disputed} onWithdrawn={() => void revalidate()} />
      )}
      <StatementList base={base} statements={statements} currency={dealer.currency} />
      <Entries dealer={dealer} />
    </DealerFrame>
  );
}

function BalanceCard({ balance, dealer, onDisputed }: { balance: Balance; dealer: Dealer; onDisputed: () => void }) {
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
      {balance.open_items.length > 0 ? (
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
                <th scope="col" className={cx(css.end, css.wideOnly)}>
                  {t('Dispute')}
                </th>
              </tr>
            </thead>
            <tbody>
              {balance.open_items.map((item) => {
                const dispute = (
                  <DisputeCell
                    holder={`dealer:${dealer.id}`}
                    account="owed"
                    line={item.subject}
                    label={item.label}
                    amount={item.open}
                    dispute={item.dispute}
                    mayDispute={dealer.kind !== null && item.may_dispute}
                    onDisputed={onDisputed}
                  />
                );
                return (
                  <tr key={item.subject}>
                    <th scope="row">
                      {item.label}
                      {item.bucket === 'not_due' ? null : (
                        <div className={css.quiet}>{t(ageingLabels[item.bucket])}</div>
                      )}
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
                      <div className={css.narrowOnly}>{dispute}</div>
                    </td>
                    <td className={cx(css.end, css.wideOnly)}>{dispute}</td>
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
      ) : null}
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

type ListProps = { base: string; statements: Statements; currency: string };

function StatementList({ base, statements, currency }: ListProps) {
  return (
    <Card className={css.block} id="statements">
      <h2>{t('Statements')}</h2>
      {statements.data.length === 0 ? (
        <p className={css.quiet}>{t('Your first statement appears here after the end of the month.')}</p>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('Month')}</th>
              <th scope="col" className={css.wideOnly}>
                {t('Number')}
              </th>
              <th scope="col" className={css.end}>
                {t('Closing balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {statements.data.map((statement) => (
              <tr key={statement.id}>
                <th scope="row">
                  <TextLink to={`${base}/statements/${statement.id}`} discover="none">
                    {monthLabel(statement.month)}
                  </TextLink>
                </th>
                <td className={css.wideOnly}>{statement.number}</td>
                <td className={css.end}>
                  <MoneyText money={statement.closing} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <form action={`${base}/print-statement-range`} method="get" className={css.range}>
        <TextField type="date" name="start" label={t('From')} required />
        <TextField type="date" name="end" label={t('To')} required />
        <input type="hidden" name="currency" value={currency} />
        <Button type="submit">{t('Open statement for this period')}</Button>
      </form>
    </Card>
  );
}

const filtersOn = (today: string): readonly FilterSpec[] => [
  { id: 'date', label: msg('Date'), kind: 'range', today },
  { id: 'currency', label: msg('Currency'), kind: 'text' },
];
const columns: readonly Column<Entry>[] = [
  { id: 'at', label: msg('Date'), cell: (entry) => <DateText at={entry.at} show="date" />, csv: (entry) => entry.at },
  { id: 'label', label: msg('Entry'), cell: (entry) => entry.label, csv: (entry) => entry.label },
  {
    id: 'account',
    label: msg('Account'),
    cell: (entry) => (entry.account === 'account' ? t('On account') : t('Prepaid')),
    csv: (entry) => entry.account,
    hideBelow: 800,
  },
  {
    id: 'amount',
    label: msg('Amount'),
    align: 'end',
    cell: (entry) => <MoneyText money={entry.amount} />,
    csv: (entry) => entry.amount.amount,
  },
  {
    id: 'balance',
    label: msg('Balance after'),
    align: 'end',
    cell: (entry) => <MoneyText money={entry.balance} />,
    csv: (entry) => entry.balance.amount,
    hideBelow: 640,
  },
];

function Entries({ dealer: { id, today } }: { dealer: Dealer }) {
  const filters = useMemo(() => filtersOn(today), [today]);
  const spec = useMemo(() => specOf(columns, filters), [filters]);
  const fetchList = useCallback(
    (query: ListQuery, signal: AbortSignal) => call('GET /v1/dealers/:id/entries', { params: { id }, query, signal }),
    [id],
  );
  const { answer, error, loading, reload, loadPage } = useListAnswer(fetchList, spec);
  return (
    <ListPage
      title={t('Entries')}
      heading="h2"
      columns={columns}
      filters={filters}
      answer={answer}
      error={error}
      loading={loading}
      onRetry={reload}
      loadPage={loadPage}
      csvName="balance-entries"
      rowKey={(entry) => entry.id}
      rowName={(entry) => entry.label}
      empty={{ title: t('Purchases on account and payments appear here.'), text: t('Each with the balance after it.') }}
    />
  );
}

/** Staff book a bank transfer that arrived. */
function RecordTransfer({ dealer }: { dealer: Dealer }) {
  const { revalidate } = useRevalidator();
  const [form, setForm] = useState(0);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /v1/admin/dealers/:id/payments', {
      params: { id: dealer.id },
      body: { currency: dealer.currency, amount: field('amount'), reference: field('reference') },
      once: true,
    });
    await revalidate();
    setForm((last) => last + 1);
    toast(t('Transfer booked.'));
  });
  return (
    <Card className={css.block}>
      <h2>{t('Record a bank transfer')}</h2>
      <form method="post" key={form} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <Row>
          <TextField
            label={t('Amount ({currency})', { currency: dealer.currency })}
            name="amount"
            inputMode="decimal"
            error={failure.errors.amount}
          />
          <TextField label={t('Bank reference')} name="reference" error={failure.errors.reference} />
        </Row>
        <Button type="submit" busy={busy}>
          {t('Book transfer')}
        </Button>
      </form>
    </Card>
  );
}
