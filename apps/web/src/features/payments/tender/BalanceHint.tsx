import { t } from '@tuneport/domain/text/text';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import type { BalanceTender } from './use-balances.ts';

export const tenderLabel = ({ balance, isWhole }: BalanceTender): string => {
  const owned = balance.source === 'prepaid' ? t('Prepaid balance') : t('Account');
  const from = balance.dealer === null ? owned : `${owned} of ${balance.dealer.name}`;
  return isWhole ? from : t('{from}, the rest by card', { from });
};

export const BalanceHint = ({ tender }: { tender: BalanceTender }) =>
  tender.isWhole
    ? rich('{available} available.', { available: <MoneyText money={tender.balance.available} /> })
    : rich('{part} from it, {card} by card.', {
        part: <MoneyText money={tender.part} />,
        card: <MoneyText money={tender.card} />,
      });
