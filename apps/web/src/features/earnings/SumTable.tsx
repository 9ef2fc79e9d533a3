import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import css from './earnings.module.css';
import type { Transfer } from './earnings-types.ts';

type Money = Transfer['amount'];
type Props = {
  heads: readonly [what: string, amount: string];
  lines: readonly { readonly key: string | number; readonly what: ReactNode; readonly amount: Money }[];
  total: Money;
};

/** Lines that add up to a total with its currency. */
export const SumTable = ({ heads: [what, amount], lines, total }: Props) => (
  <table className={css.lines}>
    <thead>
      <tr>
        <th scope="col">{what}</th>
        <th scope="col">{amount}</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr key={line.key}>
          <td>{line.what}</td>
          <td>
            <MoneyText money={line.amount} hideCurrency />
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{t('Total')}</th>
        <td>
          <MoneyText money={total} />
        </td>
      </tr>
    </tfoot>
  </table>
);
