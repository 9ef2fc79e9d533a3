import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { PaymentForm } from '../features/payments/PaymentForm.tsx';
import { UnpaidOrder } from '../features/store/orders/UnpaidOrder.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';

export const meta = () => [{ title: pageTitle(t('Pay for your order')) }, { name: 'robots', content: 'noindex' }];

type Params = Readonly<Record<string, string | undefined>>;
const load = (api: Call, { id = '' }: Params) => api('GET /order/:id', { params: { id }, query: {} });
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function PayOrderPage() {
  return (
    <AccountPage title={t('Pay for your order')}>
      <UnpaidOrder
        order={useLoaderData<typeof loader>()}
        payment={({ money, pay, onPaid }) => <PaymentForm key={money.amount} money={money} pay={pay} onPaid={onPaid} />}
      />
    </AccountPage>
  );
}
