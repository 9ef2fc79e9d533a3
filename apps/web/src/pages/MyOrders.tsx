import type { Call } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { AccountPage } from '../features/account/AccountPage.tsx';
import css from '../features/store/orders/orders.module.css';
import { call } from '../platform/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { ButtonLink, TextLink } from '../ui/Button.tsx';
import { DateText } from '../ui/DateText.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { Pagination } from '../ui/Pagination.tsx';

export const meta = () => [{ title: pageTitle('My orders') }];

const load = (ask: Call, url: string) =>
  ask('GET /order', { query: { page: Number(new URL(url).searchParams.get('page')) || 1 } });

export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function MyOrders() {
  const orders = useLoaderData<typeof loader>();
  return (
    <AccountPage title="My orders">
      <p>
        <TextLink to="/profile/tool-orders">Flashing tools</TextLink> have a list of their own and can be ordered again
        there; what you rent is under <TextLink to="/profile/rentals">rentals</TextLink>.
      </p>
      {orders.total === 0 ? (
        <EmptyState
          title="Orders you place appear here."
          step={<ButtonLink to="/products">See the products</ButtonLink>}
        >
          Each keeps its invoice, and tells where the parcel is.
        </EmptyState>
      ) : (
        <>
          <ul className={css.orders}>
            {orders.data.map((order) => (
              <li key={order.id} className={css.order}>
                <div className={css.head}>
                  <strong>{order.number}</strong>
                  <MoneyText money={order.total} />
                </div>
                <div>
                  {order.first}
                  {order.things > 1 ? ` and ${order.things - 1} more` : ''}
                </div>
                <div className={css.quiet}>
                  <DateText at={order.placed_at} show="date" /> · {order.sentence}
                </div>
                <div className={css.links}>
                  {order.paid_at ? (
                    <TextLink to={`/profile/${order.id}/snapshot`} discover="none">
                      Invoice
                    </TextLink>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
          <Pagination page={orders.page} pageCount={orders.page_count} to={(page) => `/profile/orders?page=${page}`} />
        </>
      )}
    </AccountPage>
  );
}
