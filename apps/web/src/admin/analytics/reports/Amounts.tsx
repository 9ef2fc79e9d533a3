import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { WireMoney } from '../../../ui/text/money-text.ts';

/** One line per currency. */
export const Amounts = ({ amounts }: { amounts: readonly WireMoney[] }) =>
  amounts.length === 0
    ? '–'
    : amounts.map((money) => (
        <div key={money.currency}>
          <MoneyText money={money} />
        </div>
      ));

export const csvAmounts = (amounts: readonly WireMoney[]): string =>
  amounts.map(({ amount, currency }) => `${amount} ${currency}`).join(' + ');
