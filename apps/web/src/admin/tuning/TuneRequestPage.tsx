import { type ComponentType, lazy, Suspense } from 'react';
import { type ClientLoaderFunctionArgs, redirect, useSearchParams } from 'react-router';
import { loadRequest } from '../../features/tuning/request/load-request.ts';
import { type RequestTab, requestPath, requestTabs } from '../../features/tuning/request/request-path.ts';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { RecordLoading } from '../record/RecordFrame.tsx';

type TabModule = {
  readonly default: ComponentType;
  readonly clientLoader: (args: ClientLoaderFunctionArgs) => unknown;
};

/** Staff use the pages of customers and tuners, which offer them additional actions. */
const tabs: Readonly<Record<RequestTab, () => Promise<TabModule>>> = {
  status: () => import('../../pages/request/RequestStatus.tsx'),
  information: () => import('../../features/tuning/request/RequestInformation.tsx'),
  tunes: () => import('../../pages/request/RequestTunes.tsx'),
  purchase: () => import('../../pages/RequestPurchase.tsx'),
  files: () => import('../../features/tuning/request/RequestFiles.tsx'),
  'link-purchase': () => import('../../features/tuning/request/RequestLink.tsx'),
  'custom-tuning': () => import('../../features/tuning/request/RequestCustomTuning.tsx'),
  'tuning-help': () => import('../../features/tuning/request/RequestHelp.tsx'),
};
const shown = Object.fromEntries(requestTabs.map((tab) => [tab, lazy(tabs[tab])])) as unknown as Readonly<
  Record<RequestTab, ComponentType>
>;
const tabOf = (params: URLSearchParams): RequestTab => requestTabs.find((tab) => tab === params.get('tab')) ?? 'status';

export const meta = () => [{ title: pageTitle('Tune request') }];

/** The data of the open tab, as its own page loads it. */
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const tab = tabOf(new URL(args.request.url).searchParams);
  const request = await loadRequest(call, args.params.id);
  if (request.as !== 'staff') throw redirect(requestPath(request, tab));
  return (await tabs[tab]()).clientLoader(args);
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the tune request" />;

export default function TuneRequestPage() {
  const [params] = useSearchParams();
  const tab = tabOf(params);
  const Shown = shown[tab];
  return (
    <Suspense fallback={<RecordLoading label="Loading the tune request" />}>
      <Shown key={tab} />
    </Suspense>
  );
}
