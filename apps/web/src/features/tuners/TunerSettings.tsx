import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { BankAccountCard } from '../earnings/BankAccountCard.tsx';
import { loadTuner, type Params } from './load-tuner.ts';
import { TunerFrame } from './TunerFrame.tsx';

async function load(api: Call, params: Params) {
  const [tuner, bank, countries] = await Promise.all([
    loadTuner(api, params),
    api('GET /tuners/:id/bank-account', { params: { id: params.id ?? '' } }),
    api('GET /countries'),
  ]);
  return { tuner, bank, countries };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Settings of {name}', { name: loaderData.tuner.name }) : t('Tuner settings')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function TunerSettings() {
  const { tuner, bank, countries } = useLoaderData<typeof loader>();
  return (
    <TunerFrame tuner={tuner} title={t('Settings')}>
      <BankAccountCard
        bank={bank}
        countries={countries}
        save={(body) => call('PUT /tuners/:id/bank-account', { params: { id: tuner.id }, body })}
      />
    </TunerFrame>
  );
}
