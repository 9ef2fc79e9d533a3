import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { CreditNote } from './CreditNote.tsx';

export const meta = () => [{ title: pageTitle(t('Credit note')) }, { name: 'robots', content: 'noindex' }];

const load = (api: Call, id = '') => api('GET /credit-notes/:id', { params: { id } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

/** For the buyer, members of the dealer, and staff. */
export default function CreditNotePage() {
  const note = useLoaderData<typeof loader>();
  return <CreditNote note={note} pdf={`/api/credit-notes/${note.id}/pdf`} />;
}
