import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { PaymentForm } from '../features/payments/PaymentForm.tsx';
import { RentalList } from '../features/store/rentals/RentalList.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageNumber } from '../platform/page-number.ts';
import { pageTitle } from '../shell/title.ts';
import { ButtonLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Pagination } from '../ui/list/Pagination.tsx';

export const meta = () => [{ title: pageTitle(t('My rentals')) }];

const load = (api: Call, url: string) =>
  api('GET /rentals', { query: { page: pageNumber(new URL(url).searchParams) } });
export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function MyRentals() {
  const rentals = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return (
    <AccountPage title={t('My rentals')}>
      {rentals.total === 0 ? (
        <EmptyState
          title={t('Tools you rent or borrow appear here.')}
          step={<ButtonLink to="/products?category=rental">{t('See rental tools')}</ButtonLink>}
        >
          {t('Each with its due date and deposit status.')}
        </EmptyState>
      ) : (
        <>
          <RentalList
            rentals={rentals.data}
            onChanged={() => void revalidate()}
            payment={({ money, pay, onPaid }) => <PaymentForm money={money} pay={pay} onPaid={onPaid} />}
          />
          <Pagination
            page={rentals.page}
            pageCount={rentals.page_count}
            to={(page) => `/profile/rentals?page=${page}`}
          />
        </>
      )}
    </AccountPage>
  );
}
