import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { TransferView } from '../earnings/TransferView.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import { dealerPaths, loadDealer, type Params } from './load-dealer.ts';

async function load(api: Call, params: Params) {
  const { slug = '', transfer = '' } = params;
  const [dealer, shown] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/transfers/:transfer', { params: { id: slug, transfer } }),
  ]);
  return { dealer, transfer: shown };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Transfer {number}', { number: loaderData.transfer.number }) : t('Transfer')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function DealerTransfer() {
  const { dealer, transfer } = useLoaderData<typeof loader>();
  const paths = dealerPaths(dealer);
  return (
    <DealerFrame
      dealer={dealer}
      crumbs={[{ label: t('Disbursements'), to: `${paths.base}/disbursements` }, { label: transfer.number }]}
    >
      <TransferView
        transfer={transfer}
        paths={paths}
        to={dealer.name}
        pdf={`/api/v1/dealers/${dealer.id}/transfers/${transfer.id}/pdf`}
      />
    </DealerFrame>
  );
}
