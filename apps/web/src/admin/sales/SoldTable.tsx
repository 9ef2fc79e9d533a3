import { MoneyText } from '../../ui/text/MoneyText.tsx';
import type { WireMoney } from '../../ui/text/money-text.ts';
import css from './transactions.module.css';

export type SoldLine = { key: number | string; name: string; note?: string; quantity: number; net: WireMoney };
export type SoldSum = { label: string; money: WireMoney; strong?: boolean; off?: boolean };

/** What was sold, line by line, and its sums as one column of amounts; the currency is in the header. */
export function SoldTable({
  lines,
  sums,
  currency,
}: {
  lines: readonly SoldLine[];
  sums: readonly SoldSum[];
  currency: string;
}) {
  return (
    <table className={css.sums}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">{currency}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <td>
              {line.name}
              {line.note ? <small className={css.cancelled}>{line.note}</small> : null}
            </td>
            <td>{line.quantity}</td>
            <td>
              <MoneyText money={line.net} hideCurrency />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(({ label, money, strong, off }) => (
          <tr key={label} data-total={strong || undefined}>
            <th scope="row" colSpan={2}>
              {label}
            </th>
            <td>
              <MoneyText money={money} hideCurrency off={off} />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
