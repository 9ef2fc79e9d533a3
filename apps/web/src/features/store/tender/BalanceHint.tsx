import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { BalanceTender } from './use-balances.ts';

export const tenderLabel = ({ balance, isWhole }: BalanceTender): string => {
  const owned = balance.source === 'prepaid' ? 'Prepaid balance' : 'Account';
  const from = balance.dealer === null ? owned : `${owned} of ${balance.dealer.name}`;
  return isWhole ? from : `${from}, the rest by card`;
};

export const BalanceHint = ({ tender }: { tender: BalanceTender }) =>
  tender.isWhole ? (
    <>
      <MoneyText money={tender.balance.available} /> available.
    </>
  ) : (
    <>
      <MoneyText money={tender.part} /> from it, <MoneyText money={tender.card} /> by card.
    </>
  );
