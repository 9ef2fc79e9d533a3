import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { TransferGroupView } from '../earnings/TransferGroupView.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import { dealerPaths, loadDealer, type Params } from './load-dealer.ts';

async function load(api: Call, params: Params) {
  const { slug = '', transfer = '' } = params;
  const [dealer, shown] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/transfer-groups/:transfer', { params: { id: slug, transfer } }),
  ]);
  return { dealer, group: shown };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  {
    title: pageTitle(
      loaderData ? t('Transfer group {number}', { number: loaderData.group.number }) : t('Transfer group'),
    ),
  },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function DealerTransferGroup() {
  const { dealer, group } = useLoaderData<typeof loader>();
  const paths = dealerPaths(dealer);
  return (
    <DealerFrame
      dealer={dealer}
      crumbs={[{ label: t('Disbursements'), to: `${paths.base}/disbursements` }, { label: group.number }]}
    >
      <TransferGroupView group={group} paths={paths} to={dealer.name} />
    </DealerFrame>
  );
}
