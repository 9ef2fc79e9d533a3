import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Invoice } from './Invoice.tsx';

export const meta = () => [{ title: pageTitle(t('Order snapshot')) }, { name: 'robots', content: 'noindex' }];

const load = (api: Call, id = '') => api('GET /invoices/:id', { params: { id } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

/** The order as it was sold. Only the status above the document changes later. */
export default function SnapshotPage() {
  return <Invoice paper={useLoaderData<typeof loader>()} title={t('Order')} hasBackLink />;
}
