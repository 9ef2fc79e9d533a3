import { lazy } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { loadChunk } from '../../../platform/chunk.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { EnginePage } from './EnginePage.tsx';
import { loadVehicle } from './load-vehicle.ts';
import { vehicleMeta } from './vehicle-meta.ts';
import { vehicleTitleOf } from './vehicle-title.ts';

// An engine page is the one people land on: what it does not show does not come with it. No boundary of their own around
// them, since the server would then send them hidden, for a script to show.
const StepPage = lazy(() =>
  loadChunk(() => import('../picker/StepPage.tsx')).then((file) => ({ default: file.StepPage })),
);
const OtherRegionDialog = lazy(() =>
  loadChunk(() => import('./OtherRegionDialog.tsx')).then((file) => ({ default: file.OtherRegionDialog })),
);

/** Descriptions for search engines are made by the server alone: they and their code stay out of the browser. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const asked = { splat: params['*'] ?? '', search: url.search, origin: url.origin };
  const page = await loadVehicle(context.get(callContext), asked);
  return { page, meta: vehicleMeta(page) };
}

export async function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const page = await loadVehicle(call, { splat: params['*'] ?? '', search: url.search, origin: url.origin });
  return { page, meta: [{ title: vehicleTitleOf(page) }] };
}

/** What is picked for a vehicle lives in the query and needs nothing new from the server. Another currency does, at the same address. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  loaderData?.meta ?? [{ title: pageTitle('') }];

export default function VehiclePage() {
  const { page: data } = useLoaderData<typeof loader>();
  switch (data.step) {
    case 'elsewhere':
      return <OtherRegionDialog />;
    case 'engine':
      return <EnginePage key={data.path} data={data} />;
    case 'makes':
      return null;
    default:
      return <StepPage key={data.path} data={data} base="/catalog" />;
  }
}
