import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { isNegative, type WireMoney } from '../../ui/text/money-text.ts';

/** What a dealer owes. A dealer who paid too much, or whose sale was refunded, is in credit instead. */
export const OwedText = ({ money, hideCurrency = false }: { money: WireMoney; hideCurrency?: boolean }) =>
  isNegative(money.amount) ? (
    <>
      <MoneyText money={{ ...money, amount: money.amount.slice(1) }} hideCurrency={hideCurrency} /> in credit
    </>
  ) : (
    <MoneyText money={money} hideCurrency={hideCurrency} />
  );
