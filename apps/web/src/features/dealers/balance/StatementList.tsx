import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import css from '../dealer.module.css';
import { monthLabel } from '../month-label.ts';

type Props = { base: string; statements: CallReply<'GET /v1/dealers/:id/statements'>; currency: string };

/** The monthly statements, and a form for one of any period. */
export function StatementList({ base, statements, currency }: Props) {
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
