import type { Call } from '@tuneport/contract/index';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { AccountBlock, AccountPage } from '../features/account/AccountPage.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { ButtonLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { DateText } from '../ui/text/DateText.tsx';
import { MoneyText } from '../ui/text/MoneyText.tsx';
import { Timeline } from '../ui/text/Timeline.tsx';

export const meta = () => [{ title: pageTitle('Prepaid balance') }];

const load = (api: Call) => api('GET /v1/balances/prepaid');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

/** Prepaid balance from trade-ins and goodwill, with its history. */
export default function MyBalance() {
  const balances = useLoaderData<typeof loader>();
  return (
    <AccountPage title="Prepaid balance">
      {balances.length === 0 ? (
        <EmptyState
          title="Your prepaid balance appears here."
          step={<ButtonLink to="/trade-in">Trade in a tool</ButtonLink>}
        >
          Money from trade-ins and credits pays for orders and tunes at checkout.
        </EmptyState>
      ) : (
        balances.map((balance) => (
          <AccountBlock
            key={balance.available.currency}
            title={`Balance in ${balance.available.currency}`}
            lead="Use it at checkout for all or part of the price."
          >
            <p>
              <strong>
                <MoneyText money={balance.available} />
              </strong>{' '}
              available
              {/[1-9]/.test(balance.held.amount) ? (
                <>
                  , <MoneyText money={balance.held} /> held for a payment that is not finished
                </>
              ) : null}
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
