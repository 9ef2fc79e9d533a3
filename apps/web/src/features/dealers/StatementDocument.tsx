import type { CallReply } from '@tuneport/contract/index';
import { ageingLabels } from '@tuneport/domain/dealers/ageing';
import { locale, t, tIn } from '@tuneport/domain/text/text';
import { addressLines } from '../../ui/address/AddressText.tsx';
import { PrintLayout } from '../../ui/layout/PrintLayout.tsx';
import { amountText } from '../../ui/text/money-text.ts';
import css from './dealer.module.css';

type Statement = CallReply<'GET /v1/dealers/:id/statements/:statementId'>;

/** The day of a moment in the statement's own time zone, so that every reader sees the same document. */
const dayOf = (at: string, timeZone: string) => new Intl.DateTimeFormat(locale(), { timeZone }).format(new Date(at));
const dayText = (day: string) => dayOf(`${day}T12:00:00Z`, 'UTC');

/** A statement as a document: on screen, on paper and as it was issued. */
export function StatementDocument({
  statement,
  origin,
  heading,
}: {
  statement: Statement;
  origin: string;
  heading?: 'h2';
}) {
  const { body, sha256 } = statement;
  const { dealer, seller, time_zone: zone } = body;
  return (
    <PrintLayout
      title={t('Statement')}
      {...(heading && { heading })}
      siteName={seller.name}
      meta={
        <>
          {body.number === null ? null : <div>{body.number}</div>}
          <div>{t('{from} to {to}', { from: dayText(body.from), to: dayText(body.to) })}</div>
          <div>{t('Issued {date}', { date: dayOf(body.issued_at, zone) })}</div>
          <div>{seller.address}</div>
          <div>{seller.email}</div>
        </>
      }
      {...(sha256 === null ? {} : { verification: { code: sha256, url: `${origin}/verify-statement` } })}
      totals={
        <>
          <dl className={css.sums}>
            <div className={css.strong}>
              <dt>{t('Closing balance')}</dt>
              <dd>
                {amountText(body.closing.amount)} {body.currency}
              </dd>
            </div>
          </dl>
          <dl className={css.sums}>
            {body.ageing.map(({ bucket, amount }) => (
              <div key={bucket}>
                <dt>{t(ageingLabels[bucket])}</dt>
                <dd>{amountText(amount.amount)}</dd>
              </div>
            ))}
          </dl>
        </>
      }
    >
      <p>
        {dealer.legal_name || dealer.name}
        {dealer.billing_address ? (
          <>
            <br />
            {addressLines(dealer.billing_address).join(', ')}
          </>
        ) : null}
      </p>
      <p>
        {t('All amounts in {currency}. A negative balance is owed. Days are in the {zone} time zone.', {
          currency: body.currency,
          zone,
        })}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Date')}</th>
            <th scope="col">{t('Entry')}</th>
            <th scope="col" data-end="">
              {t('Amount')}
            </th>
            <th scope="col" data-end="">
              {tIn('account', 'Balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td data-whole="">{dayText(body.from)}</td>
            <td>{t('Opening balance')}</td>
            <td />
            <td data-end="">{amountText(body.opening.amount)}</td>
          </tr>
          {body.entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a document never change
            <tr key={at}>
              <td data-whole="">{dayOf(entry.at, zone)}</td>
              <td>{entry.label}</td>
              <td data-end="">{amountText(entry.amount.amount)}</td>
              <td data-end="">{amountText(entry.balance.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {body.open_items.length > 0 ? (
        <>
          <h2>{t('Open items')}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{tIn('transaction', 'Sale')}</th>
                <th scope="col">{t('Date')}</th>
                <th scope="col">{t('Due')}</th>
                <th scope="col" data-end="">
                  {tIn('amount', 'Open')}
                </th>
              </tr>
            </thead>
            <tbody>
              {body.open_items.map((item) => (
                <tr key={item.subject}>
                  <td>{item.label}</td>
                  <td data-whole="">{dayOf(item.at, zone)}</td>
                  <td data-whole="">{dayOf(item.due_at, zone)}</td>
                  <td data-end="">{amountText(item.open.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
    </PrintLayout>
  );
}
