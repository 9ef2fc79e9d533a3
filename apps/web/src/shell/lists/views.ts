import type { CallReply } from '@tuneport/contract/index';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';

export type View = CallReply<'GET /v1/list-views'>['data'][number];

/** The saved views of a list; null until they are read, and for a visitor. */
export function useViews(list: string | null) {
  const [found, setFound] = useState<{ list: string; views: readonly View[] } | null>(null);
  const reload = useCallback(async () => {
    if (list === null) return;
    const { data } = await call('GET /v1/list-views', { query: { list } });
    setFound({ list, views: data });
  }, [list]);
  useEffect(() => {
    // Without its views the list still works.
    reload().catch(() => undefined);
  }, [reload]);
  return { views: found?.list === list ? found.views : null, reload };
}

/** The address holds the filters too, so that a link works for people who do not see the view. */
export const viewLink = ({ id, query }: Pick<View, 'id' | 'query'>) => `?view=${id}${query ? `&${query}` : ''}`;

/** A list opened without any parameter opens with the default view; any link decides for itself. */
export const opensWithDefault = (params: URLSearchParams) => params.size === 0;

/** What a deleted view is restored from. */
export const copyOf = ({ name, query, columns, shared }: View, list: string) => ({
  list,
  name,
  query,
  columns,
  shared,
});
