import { t } from '@tuneport/domain/text/text';
import { useCallback, useMemo } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import type { ListQuery } from '../../ui/list/list-state.ts';
import { TransfersList } from '../earnings/TransfersList.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import { type Dealer, dealerPaths, loadDealer } from './load-dealer.ts';

export const meta = ({ loaderData }: { loaderData?: Dealer }) => [
  { title: pageTitle(loaderData ? t('Disbursements to {name}', { name: loaderData.name }) : t('Disbursements')) },
];

export const loader = ({ context, params }: LoaderFunctionArgs) => loadDealer(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadDealer(call, params);

export default function DisbursementsPage() {
  const dealer = useLoaderData<typeof loader>();
  const { id, slug } = dealer;
  const paths = useMemo(() => dealerPaths({ slug }), [slug]);
  const fetchList = useCallback(
    (query: ListQuery, signal: AbortSignal) => call('GET /v1/dealers/:id/transfers', { params: { id }, query, signal }),
    [id],
  );
  return (
    <DealerFrame dealer={dealer}>
      <TransfersList fetchList={fetchList} paths={paths} />
    </DealerFrame>
  );
}
