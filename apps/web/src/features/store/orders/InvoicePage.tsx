import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Invoice } from './Invoice.tsx';

export const meta = () => [{ title: pageTitle(t('Invoice')) }, { name: 'robots', content: 'noindex' }];

type Params = Readonly<Record<string, string | undefined>>;
const load = (api: Call, { id = '', token = '' }: Params) =>
  api('GET /order/:id/:token/invoice', { params: { id, token } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function InvoicePage() {
  return <Invoice paper={useLoaderData<typeof loader>()} title={t('Invoice')} token={useParams().token} hasBackLink />;
}
