import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { TicketView } from './TicketView.tsx';

export const meta = () => [{ title: pageTitle(t('Your ticket')) }, { name: 'robots', content: 'noindex' }];

type Params = Readonly<Record<string, string | undefined>>;
const load = (api: Call, { id = '', token = '' }: Params) =>
  api('GET /customer-tickets/:id', { params: { id }, query: { token } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

/** A ticket opened by its secret link, logged in or not. */
export default function FollowTicket() {
  const loaded = useLoaderData<typeof loader>();
  return <TicketView key={loaded.id} loaded={loaded} token={useParams().token} />;
}
