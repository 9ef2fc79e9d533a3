import type { Call } from '@tuneport/contract/index';
import { t, tIn } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { DisputesCard } from '../../partners/DisputesCard.tsx';
import { DealerFrame } from '../DealerFrame.tsx';
import { dealerPaths, loadDealer, type Params } from '../load-dealer.ts';
import { BalanceCard } from './BalanceCard.tsx';
import { BalanceEntries } from './BalanceEntries.tsx';
import { RecordTransfer } from './RecordTransfer.tsx';
import { StatementList } from './StatementList.tsx';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.slug ?? '' } };
  const [dealer, balances, statements] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/balance', of),
    api('GET /v1/dealers/:id/statements', of),
  ]);
  return { dealer, balances, statements };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Balance of {name}', { name: loaderData.dealer.name }) : t('Dealer balance')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function BalancePage() {
  const { dealer, balances, statements } = useLoaderData<typeof loader>();
  const { base } = dealerPaths(dealer);
  const { revalidate } = useRevalidator();
  const [disputed, setDisputed] = useState(0);
  const onDisputed = () => {
    void revalidate();
    setDisputed((count) => count + 1);
  };
  const owes = balances.some(({ payable }) => Number(payable.amount) > 0);
  return (
    <DealerFrame
      dealer={dealer}
      title={tIn('account', 'Balance')}
      action={
        owes && dealer.kind !== null ? (
          <ButtonLink variant="primary" to={`${base}/pay-balance`}>
            {t('Pay balance')}
          </ButtonLink>
        ) : null
      }
    >
      {dealer.account_paused ? (
        <Notice tone="bad" title={t('Purchases on account are paused.')}>
          {t('An invoice is long overdue. The account reopens when the payment arrives; cards still work.')}
        </Notice>
      ) : null}
      {balances.map((balance) => (
        <BalanceCard key={balance.currency} balance={balance} dealer={dealer} onDisputed={onDisputed} />
      ))}
      {dealer.kind === null ? (
        <RecordTransfer dealer={dealer} />
      ) : (
        <DisputesCard holder={`dealer:${dealer.id}`} version={disputed} onWithdrawn={() => void revalidate()} />
      )}
      <StatementList base={base} statements={statements} currency={dealer.currency} />
      <BalanceEntries dealer={dealer} />
    </DealerFrame>
  );
}
