import type { Call } from '@tuneport/contract/index';
import { msg, plural, t } from '@tuneport/domain/text/text';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { AccountBlock, AccountPage } from './AccountPage.tsx';
import css from './account.module.css';

export const meta = () => [{ title: pageTitle(t('My dealers')) }];

const load = async (call: Call) => {
  const { id } = await call('GET /user/me');
  return call('GET /users/:id/dealer-memberships', { params: { id } });
};
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

const kinds = {
  manager: msg('Manager: orders, money and members of this dealer'),
  member: msg('Member: requests and orders of this dealer'),
} as const;

const suspended = msg(
  'Suspended. You can still see its orders, invoices and credits. Contact us if you have questions.',
);

export default function DealerMemberships() {
  const dealers = useLoaderData<typeof loader>();
  return (
    <AccountPage title={t('My dealers')}>
      {dealers.length === 0 ? (
        <EmptyState
          title={t('Dealers you belong to appear here.')}
          step={
            <>
              <ButtonLink to="/new-dealer">{t('Become a dealer')}</ButtonLink>
              <ButtonLink to="/dealers">{t('Find a dealer')}</ButtonLink>
            </>
          }
        >
          {t('A dealer’s manager can invite you, or you can apply with your own shop.')}
        </EmptyState>
      ) : (
        <AccountBlock title={plural(dealers.length, { one: '{count} dealer', other: '{count} dealers' })}>
          <ul className={css.list}>
            {dealers.map((dealer) => (
              <li key={dealer.dealer_id} className={css.item}>
                <div className={css.what}>
                  <div className={css.name}>{dealer.name}</div>
                  <div className={css.quiet}>{t(dealer.state === 'active' ? kinds[dealer.kind] : suspended)}</div>
                </div>
                {dealer.state === 'active' ? (
                  <TextLink to={`/dealer/${encodeURIComponent(dealer.slug)}`} discover="none">
                    {t('Open')}
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
