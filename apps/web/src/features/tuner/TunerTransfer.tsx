import type { Call } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { TransferView } from '../earnings/TransferView.tsx';
import { loadTuner, type Params, tunerPaths } from './load-tuner.ts';
import css from './tuner.module.css';

async function load(api: Call, params: Params) {
  const { id = '', transfer = '' } = params;
  const [tuner, shown] = await Promise.all([
    loadTuner(api, params),
    api('GET /tuners/:id/transfers/:transfer', { params: { id, transfer } }),
  ]);
  return { tuner, transfer: shown };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? `Transfer ${loaderData.transfer.number}` : 'Transfer') },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function TunerTransfer() {
  const { tuner, transfer } = useLoaderData<typeof loader>();
  const paths = tunerPaths(tuner);
  return (
    <Container className={css.page}>
      <Breadcrumbs
        crumbs={[
          { label: tuner.name, to: paths.base },
          { label: 'Transfers', to: `${paths.base}/transfers` },
          { label: transfer.number },
        ]}
      />
      <TransferView transfer={transfer} paths={paths} to={tuner.name} />
    </Container>
  );
}
