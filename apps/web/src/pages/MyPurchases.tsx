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

export const meta = () => [{ title: pageTitle('My tunes') }];

const load = (ask: Call, url: string) =>
  ask('GET /catalog-purchases', { query: { page: Number(new URL(url).searchParams.get('page')) || 1 } });

export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function MyPurchases() {
  const purchases = useLoaderData<typeof loader>();
  return (
    <AccountPage title="My tunes">
      {purchases.total === 0 ? (
        <EmptyState
          title="Tunes you buy appear here."
          step={<ButtonLink to="/catalog">Choose your vehicle</ButtonLink>}
        >
          Each keeps its invoice, and tells whether we have your file.
        </EmptyState>
      ) : (
        <>
          <ul className={css.orders}>
            {purchases.data.map((purchase) => (
              <li key={purchase.id} className={css.order}>
                <div className={css.head}>
                  <strong>{purchase.number}</strong>
                  <MoneyText money={purchase.total} />
                </div>
                <div>
                  {purchase.tunes.join(' + ')}
                  <div className={css.quiet}>{purchase.vehicle}</div>
                </div>
                <div className={css.quiet}>
                  <DateText at={purchase.placed_at} show="date" /> · {purchase.sentence}
                </div>
                <div className={css.links}>
                  {purchase.state === 'waiting_file' ? (
                    <TextLink to="/tuning" discover="none">
                      Send your file
                    </TextLink>
                  ) : null}
                  <TextLink to={`/purchase/catalog?purchase=${purchase.id}`} discover="none">
                    Details
                  </TextLink>
                  <TextLink to={`/profile/purchases/${purchase.id}/snapshot`} discover="none">
                    Invoice
                  </TextLink>
                </div>
              </li>
            ))}
          </ul>
          <Pagination
            page={purchases.page}
            pageCount={purchases.page_count}
            to={(page) => `/profile/purchases?page=${page}`}
          />
        </>
      )}
    </AccountPage>
  );
}
