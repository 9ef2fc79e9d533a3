import { t } from '@tuneport/domain/text/text';
import { useCallback, useMemo } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import type { ListQuery } from '../../ui/list/list-state.ts';
import { UnifiedList } from '../earnings/UnifiedList.tsx';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import { affiliatePaths, loadAffiliate } from './load-affiliate.ts';

export const loader = ({ context, params }: LoaderFunctionArgs) => loadAffiliate(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadAffiliate(call, params);
export const meta = () => [{ title: pageTitle(t('Disbursements')) }];

export default function DisbursementsPage() {
  const affiliate = useLoaderData<typeof loader>();
  const { id } = affiliate;
  const paths = useMemo(() => affiliatePaths({ id }), [id]);
  const fetchList = useCallback(
    ({ page }: ListQuery, signal: AbortSignal) =>
      call('GET /v1/affiliates/:id/unified-transfers', { params: { id }, query: { page }, signal }),
    [id],
  );
  return (
    <AffiliateFrame affiliate={affiliate}>
      <UnifiedList fetchList={fetchList} paths={paths} />
    </AffiliateFrame>
  );
}
