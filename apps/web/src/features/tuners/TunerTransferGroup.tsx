import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { TransferGroupView } from '../earnings/TransferGroupView.tsx';
import { loadTuner, type Params, tunerPaths } from './load-tuner.ts';
import { TunerFrame } from './TunerFrame.tsx';

async function load(api: Call, params: Params) {
  const { id = '', transfer = '' } = params;
  const [tuner, shown] = await Promise.all([
    loadTuner(api, params),
    api('GET /tuners/:id/transfer-groups/:transfer', { params: { id, transfer } }),
  ]);
  return { tuner, group: shown };
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

export default function TunerTransferGroup() {
  const { tuner, group } = useLoaderData<typeof loader>();
  const paths = tunerPaths(tuner);
  return (
    <TunerFrame tuner={tuner} transfer={group.number}>
      <TransferGroupView group={group} paths={paths} to={tuner.name} />
    </TunerFrame>
  );
}
