import { parseVehiclePath, type VehiclePath } from '@tuneport/domain/vehicle-path';
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { rowContext } from '../platform/contexts.ts';
import { NotBuiltText } from './NotBuilt.tsx';
import { pageTitle } from './title.ts';

/** One splat for every depth of /catalog and /guide; domain/vehicle-path says what an address means. */
export function loader({ context, params, url }: LoaderFunctionArgs): { title: string; vehicle: VehiclePath } {
  const row = context.get(rowContext);
  const read = parseVehiclePath(params['*'] ?? '', row.id === 'R065' ? '/guide' : '/catalog');
  if (read.kind === 'redirect') throw redirect(read.to + url.search);
  if (read.kind === 'not-found') throw data({ code: 'not_found' }, { status: 404 });
  return { title: Object.values(read.vehicle).join(' ') || row.title, vehicle: read.vehicle };
}

export const meta = ({ loaderData }: { loaderData?: { title: string } }) => [
  { title: pageTitle(loaderData?.title ?? '') },
];

export default function Vehicle() {
  return <NotBuiltText title={useLoaderData<typeof loader>().title} back="/catalog" />;
}
