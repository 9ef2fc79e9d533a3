import { call } from '../../../platform/api/browser.ts';
import { type ReportRange, reportRange, stepOf } from '../reports/report-range.ts';

const sourceChoices = ['source', 'medium', 'campaign'] as const;
const scopes = ['session', 'first-visit'] as const;

/** The query of every call of the page. */
export const periodOf = (range: ReportRange) => ({
  type: stepOf(range),
  start: range.from,
  end: range.to,
  ...(range.compared ? { compare_start: range.compared.from, compare_end: range.compared.to } : {}),
});

const one = <T extends string>(values: readonly T[], text: string | null): T =>
  values.find((value) => value === text) ?? (values[0] as T);

/** Each panel asks for its own figures, so that a slow one does not hold up the others. */
export async function loadTraffic(search: URLSearchParams) {
  const range = reportRange(search, new Date());
  const query = periodOf(range);
  const [by, scope] = [one(sourceChoices, search.get('by')), one(scopes, search.get('scope'))];
  const [stats, visitors, overview, acquisition, searches] = await Promise.all([
    call('GET /v1/admin/analytics/visit-stats', {
      query: range.from === range.to ? { ...query, type: 'hour' } : query,
    }),
    call('GET /v1/admin/analytics/new-vs-returning', { query }),
    call('GET /v1/admin/analytics/overview', { query }),
    call('GET /v1/admin/analytics/traffic-acquisition-scoped', { query: { ...query, by, scope, limit: 12 } }),
    call('GET /v1/admin/analytics/search-stats', { query: { ...query, limit: 12 } }),
  ]);
  return { range, by, scope, stats, visitors, overview, acquisition, searches };
}

export type Traffic = Awaited<ReturnType<typeof loadTraffic>>;
