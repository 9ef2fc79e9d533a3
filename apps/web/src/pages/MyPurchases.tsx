import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { BoughtList } from '../features/store/orders/BoughtList.tsx';
import css from '../features/store/orders/orders.module.css';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageNumber } from '../platform/page-number.ts';
import { pageTitle } from '../shell/title.ts';
import { ButtonLink, TextLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';

export const meta = () => [{ title: pageTitle(t('My tunes')) }];

const load = (api: Call, url: string) =>
  api('GET /catalog-purchases', { query: { page: pageNumber(new URL(url).searchParams) } });

export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function MyPurchases() {
  const purchases = useLoaderData<typeof loader>();
  return (
    <AccountPage title={t('My tunes')}>
      {purchases.total === 0 ? (
        <EmptyState
          title={t('Tunes you buy appear here.')}
          step={<ButtonLink to="/catalog">{t('Choose your vehicle')}</ButtonLink>}
        >
          {t('Each shows its invoice and whether we have your file.')}
        </EmptyState>
      ) : (
        <BoughtList
          list={purchases}
          at="/profile/purchases"
          what={({ tunes, vehicle }) => (
            <>
              {tunes.join(' + ')}
              <div className={css.quiet}>{vehicle}</div>
            </>
          )}
          links={(purchase) => (
            <>
              {purchase.state === 'waiting_file' ? (
                <TextLink to="/tuning" discover="none">
                  {t('Send your file')}
                </TextLink>
              ) : null}
              <TextLink to={`/purchase/catalog?purchase=${purchase.id}`} discover="none">
                {t('Details')}
              </TextLink>
              {purchase.paid_at === null ? null : (
                <TextLink to={`/profile/purchases/${purchase.id}/snapshot`} discover="none">
                  {t('Invoice')}
                </TextLink>
              )}
            </>
          )}
        />
      )}
    </AccountPage>
  );
}
