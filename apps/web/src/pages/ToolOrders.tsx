import type { Call } from '@tuneport/contract/index';
import {
  lastToolOrderType,
  type ToolOrderType,
  toolOrderNames,
  toolOrderProducts,
  toolOrderTypes,
} from '@tuneport/domain/store/tool-order';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { AccountBlock, AccountPage } from '../features/account/AccountPage.tsx';
import { BoughtList } from '../features/store/orders/BoughtList.tsx';
import { OrderLinks } from '../features/store/orders/OrderLinks.tsx';
import { firstChoice } from '../features/store/products/product-choice.ts';
import { putInCart } from '../features/store/products/put-in-cart.ts';
import { readLastToolOrder, rememberToolOrder } from '../features/store/tools/last-tool-order.ts';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageNumber } from '../platform/page-number.ts';
import { useUi } from '../platform/ui-state.ts';
import { pageTitle } from '../shell/title.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { errorText } from '../ui/feedback/error-text.ts';
import { Radio } from '../ui/form/Checkbox.tsx';
import { FormError } from '../ui/form/FormError.tsx';

export const meta = () => [{ title: pageTitle(t('My tool orders')) }];

const load = (api: Call, url: string) =>
  api('GET /fz-orders', { query: { page: pageNumber(new URL(url).searchParams) } });
export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function ToolOrders() {
  const list = useLoaderData<typeof loader>();
  return (
    <AccountPage title={t('My tool orders')}>
      <OrderTool />
      {list.total === 0 ? (
        <EmptyState title={t('Tools you order appear here.')}>
          {t('With tracking and the invoice. Orders of your dealers appear here too.')}
        </EmptyState>
      ) : (
        <BoughtList
          list={list}
          at="/profile/tool-orders"
          what={({ kind, first }) => (kind === 'store' ? first : toolOrderNames[kind])}
          links={(order) => <OrderLinks order={order} />}
        />
      )}
    </AccountPage>
  );
}

/** The type ordered last is preselected. */
function OrderTool() {
  const navigate = useNavigate();
  const isDealer = useUi()?.dealer != null;
  const [type, setType] = useState<ToolOrderType>(lastToolOrderType(null));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => setType(readLastToolOrder()), []);
  const order = async () => {
    setBusy(true);
    setProblem('');
    try {
      const product = await call('GET /store/product/:slug', { params: { slug: toolOrderProducts[type] } });
      rememberToolOrder(type);
      putInCart(product, firstChoice(product), { isDealer, currency: null });
      await navigate('/checkout');
    } catch (error) {
      setProblem(errorText(error, t('Something went wrong. Nothing was ordered.')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AccountBlock
      title={t('Order a tool')}
      lead={t('It is added to your cart; addresses and payment follow at checkout.')}
    >
      <FormError message={problem} />
      {toolOrderTypes.map((value) => (
        <Radio
          key={value}
          name="tool-order-type"
          label={toolOrderNames[value]}
          checked={type === value}
          onChange={() => setType(value)}
        />
      ))}
      <div>
        <Button variant="primary" busy={busy} onClick={() => void order()}>
          {t('Order {tool}', { tool: toolOrderNames[type] })}
        </Button>
      </div>
    </AccountBlock>
  );
}
