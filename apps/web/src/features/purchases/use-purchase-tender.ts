import { useState } from 'react';
import { useUi } from '../../platform/ui-state.ts';
import { balanceTenders, useBalances } from '../payments/tender/use-balances.ts';
import type { TenderKind } from './tender-options.tsx';
import { tendersFor } from './tenders.ts';
import { usePurchaseQuote } from './use-purchase-quote.ts';

type Input = {
  estimateHash: string;
  /** Where the buyer is; empty until the address is complete. */
  place: { country_code?: string; state?: string };
  credits: number[];
  request: number | undefined;
  /** Another round asks for prices and balances again. */
  round: number;
};

/** The payment methods of the buyer, the chosen one, and the price with it. */
export function usePurchaseTender({ estimateHash, place, credits, request, round }: Input) {
  const ui = useUi();
  const [wanted, setWanted] = useState<TenderKind | null>(null);
  const byCard = usePurchaseQuote({ estimate_hash: estimateHash, ...place, credits }, round);
  const dealer = byCard.quote?.account?.dealer.slug ?? ui?.dealer?.slug;
  const onAccount = usePurchaseQuote(
    dealer
      ? { estimate_hash: estimateHash, dealer, credits, ...(request === undefined ? {} : { request_id: request }) }
      : null,
    round,
  );
  const account = onAccount.quote?.account ?? null;
  const open = onAccount.quote ? tendersFor(onAccount.quote) : { account: false, split: null };
  const balances = useBalances(ui?.user?.id ?? null, round);
  const own = balances.filter(({ source }) => source === 'prepaid');
  const prepaids = byCard.quote ? balanceTenders(own, byCard.quote.total) : [];
  const fitting: readonly string[] = [
    'card',
    ...(open.account ? ['account'] : []),
    ...(open.split ? ['split'] : []),
    ...prepaids.map(({ key }) => key),
  ];
  const kind: TenderKind = wanted && fitting.includes(wanted) ? wanted : open.account ? 'account' : 'card';
  const prepaid = prepaids.find(({ key }) => key === kind) ?? null;
  // Prepaid money pays the same price as a card, with tax for the same address.
  const byCardQuote = kind === 'card' || prepaid !== null;
  const quote = byCardQuote ? byCard.quote : onAccount.quote;
  const { error, waiting } = byCardQuote ? byCard : onAccount;
  return { account, byCardQuote, dealer, error, kind, open, prepaid, prepaids, quote, setKind: setWanted, waiting };
}

export type PurchaseTender = ReturnType<typeof usePurchaseTender>;
