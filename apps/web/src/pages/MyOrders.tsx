import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { BoughtList } from '../features/store/orders/BoughtList.tsx';
import { OrderLinks } from '../features/store/orders/OrderLinks.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageNumber } from '../platform/page-number.ts';
import { pageTitle } from '../shell/title.ts';
import { ButtonLink, TextLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { rich } from '../ui/text/rich.ts';

export const meta = () => [{ title: pageTitle(t('My orders')) }];

const load = (api: Call, url: string) => api('GET /order', { query: { page: pageNumber(new URL(url).searchParams) } });

export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function MyOrders() {
  const orders = useLoaderData<typeof loader>();
  return (
    <AccountPage title={t('My orders')}>
      <p>
        {rich(
          '<link>Flashing tools</link> have a list of their own and can be ordered again there; what you rent is under <link2>rentals</link2>.',
          {
            link: (text) => <TextLink to="/profile/tool-orders">{text}</TextLink>,
            link2: (text) => <TextLink to="/profile/rentals">{text}</TextLink>,
          },
        )}
      </p>
      {orders.total === 0 ? (
        <EmptyState
          title={t('Orders you place appear here.')}
          step={<ButtonLink to="/products">{t('See products')}</ButtonLink>}
        >
          {t('You can track the parcel and open the invoice here.')}
        </EmptyState>
      ) : (
        <BoughtList
          list={orders}
          at="/profile/orders"
          what={({ first, item_count }) =>
            item_count > 1 ? t('{first} and {count} more', { first, count: item_count - 1 }) : first
          }
          links={(order) => <OrderLinks order={order} />}
        />
      )}
    </AccountPage>
  );
}
