import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { TicketView } from './TicketView.tsx';

type Loaded = Awaited<ReturnType<typeof load>>;
export const meta = ({ loaderData }: { loaderData?: Loaded }) => [
  { title: pageTitle(loaderData?.title ?? t('Ticket')) },
];

const load = (api: Call, id = '') => api('GET /customer-tickets/:id', { params: { id } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

export default function TicketPage() {
  const loaded = useLoaderData<typeof loader>();
  return <TicketView key={loaded.id} loaded={loaded} />;
}
