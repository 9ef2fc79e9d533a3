import type { Call } from '@tuneport/contract/index';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { AccountBlock, AccountPage } from './AccountPage.tsx';
import css from './account.module.css';

export const meta = () => [{ title: pageTitle('My dealers') }];

const load = async (call: Call) => {
  const { id } = await call('GET /user/me');
  return call('GET /users/:id/dealer-memberships', { params: { id } });
};
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

const kinds = {
  manager: 'Manager: orders, money and members of this dealer',
  member: 'Member: requests and orders of this dealer',
} as const;

const suspended = 'Suspended. You can still see its orders, invoices and credits. Contact us if you have questions.';

export default function DealerMemberships() {
  const dealers = useLoaderData<typeof loader>();
  return (
    <AccountPage title="My dealers">
      {dealers.length === 0 ? (
        <EmptyState
          title="Dealers you belong to appear here."
          step={
            <>
              <ButtonLink to="/new-dealer">Become a dealer</ButtonLink>
              <ButtonLink to="/dealers">Find a dealer</ButtonLink>
            </>
          }
        >
          A dealer’s manager can invite you, or you can apply with your own shop.
        </EmptyState>
      ) : (
        <AccountBlock title={dealers.length === 1 ? '1 dealer' : `${dealers.length} dealers`}>
          <ul className={css.list}>
            {dealers.map((dealer) => (
              <li key={dealer.dealer_id} className={css.item}>
                <div className={css.what}>
                  <div className={css.name}>{dealer.name}</div>
                  <div className={css.quiet}>{dealer.state === 'active' ? kinds[dealer.kind] : suspended}</div>
                </div>
                {dealer.state === 'active' ? (
                  <TextLink to={`/dealer/${encodeURIComponent(dealer.slug)}`} discover="none">
                    Open
                  </TextLink>
                ) : null}
              </li>
            ))}
          </ul>
        </AccountBlock>
      )}
    </AccountPage>
  );
}
