import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { CreditNote } from './CreditNote.tsx';

export const meta = () => [{ title: pageTitle(t('Credit note')) }, { name: 'robots', content: 'noindex' }];

type Params = Readonly<Record<string, string | undefined>>;
const load = (api: Call, { id = '', token = '' }: Params) =>
  api('GET /credit-notes/:id/link/:token', { params: { id, token } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

/** Opened with the link of the invoice. */
export default function LinkedCreditNotePage() {
  return <CreditNote note={useLoaderData<typeof loader>()} />;
}
