import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { AccountBlock, AccountPage } from '../features/account/AccountPage.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { ButtonLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Timeline } from '../ui/feedback/Timeline.tsx';
import { DateText } from '../ui/text/DateText.tsx';
import { MoneyText } from '../ui/text/MoneyText.tsx';
import type { WireMoney } from '../ui/text/money-text.ts';
import { rich } from '../ui/text/rich.ts';

export const meta = () => [{ title: pageTitle(t('Prepaid balance')) }];

const load = (api: Call) => api('GET /v1/balances/prepaid');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

/** Prepaid balance from trade-ins and goodwill, with its history. */
export default function MyBalance() {
  const balances = useLoaderData<typeof loader>();
  return (
    <AccountPage title={t('Prepaid balance')}>
      {balances.length === 0 ? (
        <EmptyState
          title={t('Your prepaid balance appears here.')}
          step={<ButtonLink to="/trade-in">{t('Trade in a tool')}</ButtonLink>}
        >
          {t('Money from trade-ins and credits pays for orders and tunes at checkout.')}
        </EmptyState>
      ) : (
        balances.map((balance) => (
          <AccountBlock
            key={balance.available.currency}
            title={t('Balance in {currency}', { currency: balance.available.currency })}
            lead={t('Use it at checkout for all or part of the price.')}
          >
            <p>
              {/[1-9]/.test(balance.held.amount)
                ? rich('{available} available, {held} held for a payment that is not finished', {
                    available: <Amount money={balance.available} />,
                    held: <MoneyText money={balance.held} />,
                  })
                : rich('{available} available', { available: <Amount money={balance.available} /> })}
            </p>
            <Timeline
              moments={balance.entries.map((entry, at) => ({
                id: at,
                title: entry.label,
                when: <DateText at={entry.at} show="date" />,
                body: <MoneyText money={entry.amount} signed />,
              }))}
            />
          </AccountBlock>
        ))
      )}
    </AccountPage>
  );
}

const Amount = ({ money }: { money: WireMoney }) => (
  <strong>
    <MoneyText money={money} />
  </strong>
);
