import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { TransferView } from '../earnings/TransferView.tsx';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import { affiliatePaths, loadAffiliate, type Params } from './load-affiliate.ts';

async function load(api: Call, params: Params) {
  const [affiliate, transfer] = await Promise.all([
    loadAffiliate(api, params),
    api('GET /v1/affiliates/:id/transfers/:transfer', {
      params: { id: params.id ?? '', transfer: params.transfer ?? '' },
    }),
  ]);
  return { affiliate, transfer };
}
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);
export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData?.transfer.number ?? t('Transfer')) },
];

export default function TransferPage() {
  const { affiliate, transfer } = useLoaderData<typeof loader>();
  return (
    <AffiliateFrame affiliate={affiliate} transfer={transfer.number}>
      <TransferView
        transfer={transfer}
        paths={affiliatePaths(affiliate)}
        to={affiliate.name}
        pdf={`/api/v1/affiliates/${affiliate.id}/transfers/${transfer.id}/pdf`}
      />
    </AffiliateFrame>
  );
}
