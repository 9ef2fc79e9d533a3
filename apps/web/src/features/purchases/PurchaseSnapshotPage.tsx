import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { PurchaseInvoice } from './PurchaseInvoice.tsx';

export const meta = () => [{ title: pageTitle(t('Purchase snapshot')) }, { name: 'robots', content: 'noindex' }];

const load = (api: Call, id = '') => api('GET /catalog-purchases/:id/invoice', { params: { id } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

/** The purchase as it was sold; later changes are not shown. */
export default function PurchaseSnapshotPage() {
  const paper = useLoaderData<typeof loader>();
  return (
    <PurchaseInvoice
      paper={paper}
      title={t('Invoice')}
      pdf={`/api/catalog-purchases/${paper.purchase.id}/invoice/pdf`}
    />
  );
}
