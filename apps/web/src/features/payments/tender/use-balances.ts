import type { CallReply } from '@tuneport/contract/index';
import { fromWire, toWire } from '@tuneport/domain/money/money';
import { balancePartsOf } from '@tuneport/domain/store/tenders';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import type { WireMoney } from '../../../ui/text/money-text.ts';

type Balance = CallReply<'GET /v1/balances'>[number];

/** Balances the user can pay with besides a card; empty for guests, reloaded on each `round`. */
export function useBalances(userId: number | null, round: number): readonly Balance[] {
  const [balances, setBalances] = useState<readonly Balance[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (userId === null) return;
    // If this fails, a card can still be used.
    call('GET /v1/balances').then(setBalances, () => {});
  }, [userId, round]);
  return balances;
}

export type BalanceTender = {
  readonly key: string;
  readonly balance: Balance;
  /** The amount the balance pays, and the remainder paid by card. */
  readonly part: WireMoney;
  readonly card: WireMoney;
  readonly isWhole: boolean;
};

/** The balances that can pay at least part of a price. */
export function balanceTenders(balances: readonly Balance[], total: WireMoney): readonly BalanceTender[] {
  const whole = fromWire(total);
  return balances.flatMap((balance) => {
    const available = fromWire(balance.available);
    const parts = whole && available && balance.barred === null ? balancePartsOf(whole, available) : null;
    if (!parts) return [];
    return [
      {
        key: `${balance.source}${balance.dealer ? `-${balance.dealer.id}` : ''}`,
        balance,
        part: toWire(parts.balance),
        card: toWire(parts.card),
        isWhole: parts.card.amountMinor === 0n,
      },
    ];
  });
}
