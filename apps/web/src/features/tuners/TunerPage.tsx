import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { EarningsOverview } from '../earnings/EarningsOverview.tsx';
import { loadTuner, type Tuner, tunerPaths } from './load-tuner.ts';
import { TunerFrame } from './TunerFrame.tsx';

export const meta = ({ loaderData }: { loaderData?: Tuner }) => [{ title: pageTitle(loaderData?.name ?? t('Tuner')) }];

export const loader = ({ context, params }: LoaderFunctionArgs) => loadTuner(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadTuner(call, params);

export default function TunerPage() {
  const tuner = useLoaderData<typeof loader>();
  return (
    <TunerFrame tuner={tuner} title={tuner.name}>
      <EarningsOverview
        earnings={tuner.earnings}
        paths={tunerPaths(tuner)}
        empty={t('You earn {percent}% of the price of each of your delivered tunes.', {
          percent: Number(tuner.share_percent),
        })}
      />
    </TunerFrame>
  );
}
