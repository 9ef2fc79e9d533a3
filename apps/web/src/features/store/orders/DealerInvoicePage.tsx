import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Invoice } from './Invoice.tsx';

export const meta = () => [{ title: pageTitle(t('Invoice')) }, { name: 'robots', content: 'noindex' }];

function load(api: Call, dealer: string, id: string | null) {
  if (id === null || !/^[1-9]\d{0,9}$/.test(id)) throw data({ code: 'not_found' }, { status: 404 });
  return api('GET /invoices/:id', { params: { id }, query: { dealer } });
}

export const loader = ({ context, params, url }: LoaderFunctionArgs) =>
  load(context.get(callContext), params.slug ?? '', url.searchParams.get('invoice'));
export const clientLoader = ({ params, url }: ClientLoaderFunctionArgs) =>
  load(call, params.slug ?? '', url.searchParams.get('invoice'));

/** Printable invoice of a dealer, for its members and staff. */
export default function DealerInvoicePage() {
  const paper = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  return <Invoice paper={paper} title={t('Invoice')} pdf={`/api/invoices/${paper.order.id}/pdf?dealer=${slug}`} />;
}
