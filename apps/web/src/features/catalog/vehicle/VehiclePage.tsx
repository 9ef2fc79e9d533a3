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

// The engine page is the main landing page, so other views are separate chunks. No Suspense boundary around them,
// because the server would then send them hidden and reveal them with a script.
const StepPage = lazy(() =>
  loadChunk(() => import('../picker/StepPage.tsx')).then((file) => ({ default: file.StepPage })),
);
const OtherRegionDialog = lazy(() =>
  loadChunk(() => import('./OtherRegionDialog.tsx')).then((file) => ({ default: file.OtherRegionDialog })),
);

/** Metadata for search engines is created on the server only; its code is not sent to the browser. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const request = { splat: params['*'] ?? '', search: url.search, origin: url.origin };
  const page = await loadVehicle(context.get(callContext), request);
  return { page, meta: vehicleMeta(page) };
}

export async function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const page = await loadVehicle(call, { splat: params['*'] ?? '', search: url.search, origin: url.origin });
  return { page, meta: [{ title: vehicleTitleOf(page) }] };
}

/** The selection is in the query and needs no server data. A change of currency revalidates at the same URL. */
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
