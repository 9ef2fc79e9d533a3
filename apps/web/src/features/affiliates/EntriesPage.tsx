import { t } from '@tuneport/domain/text/text';
import { useCallback, useMemo } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import type { ListQuery } from '../../ui/list/list-state.ts';
import { EntriesList } from '../earnings/EntriesList.tsx';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import { type Affiliate, affiliatePaths, loadAffiliate } from './load-affiliate.ts';

export const loader = ({ context, params }: LoaderFunctionArgs) => loadAffiliate(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadAffiliate(call, params);
export const meta = ({ loaderData }: { loaderData?: Affiliate }) => [
  { title: pageTitle(loaderData ? t('Entries of {name}', { name: loaderData.name }) : t('Entries')) },
];

export default function EntriesPage() {
  const affiliate = useLoaderData<typeof loader>();
  const { id } = affiliate;
  const paths = useMemo(() => affiliatePaths({ id }), [id]);
  const fetchList = useCallback(
    (query: ListQuery, signal: AbortSignal) =>
      call('GET /v1/affiliates/:id/entries', { params: { id }, query, signal }),
    [id],
  );
  return (
    <AffiliateFrame affiliate={affiliate}>
      <EntriesList fetchList={fetchList} paths={paths} holder={`affiliate:${id}`} />
    </AffiliateFrame>
  );
}
