import { t } from '@tuneport/domain/text/text';
import { useCallback, useMemo } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import type { ListQuery } from '../../ui/list/list-state.ts';
import { TransfersList } from '../earnings/TransfersList.tsx';
import { loadTuner, type Tuner, tunerPaths } from './load-tuner.ts';
import { TunerFrame } from './TunerFrame.tsx';

export const meta = ({ loaderData }: { loaderData?: Tuner }) => [
  { title: pageTitle(loaderData ? t('Transfers of {name}', { name: loaderData.name }) : t('Transfers')) },
];

export const loader = ({ context, params }: LoaderFunctionArgs) => loadTuner(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadTuner(call, params);

export default function TunerTransfers() {
  const tuner = useLoaderData<typeof loader>();
  const { id } = tuner;
  const paths = useMemo(() => tunerPaths({ id }), [id]);
  const fetchList = useCallback(
    (query: ListQuery, signal: AbortSignal) => call('GET /tuners/:id/transfers', { params: { id }, query, signal }),
    [id],
  );
  return (
    <TunerFrame tuner={tuner}>
      <TransfersList fetchList={fetchList} paths={paths} />
    </TunerFrame>
  );
}
