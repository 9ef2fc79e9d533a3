import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Invoice } from '../features/store/orders/Invoice.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';

export const meta = () => [{ title: pageTitle(t('Order snapshot')) }, { name: 'robots', content: 'noindex' }];

function load(api: Call, slug: string, url: string) {
  const order = new URL(url).searchParams.get('order');
  if (order === null || !/^[1-9]\d{0,9}$/.test(order)) throw data({ code: 'not_found' }, { status: 404 });
  return api('GET /v1/dealers/:id/snapshot', { params: { id: slug }, query: { order } });
}

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params.slug ?? '', request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) =>
  load(call, params.slug ?? '', request.url);

/** An order of a dealer as it was sold. */
export default function DealerSnapshotPage() {
  return <Invoice paper={useLoaderData<typeof loader>()} title={t('Order')} />;
}
