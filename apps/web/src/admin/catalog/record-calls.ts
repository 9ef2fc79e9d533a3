import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { call } from '../../platform/api/browser.ts';

// Every kind of record supports the same actions, so pages refer to a kind and not to its calls.

export type CatalogRecord = { readonly id: number; readonly updated_at: string } & Readonly<Record<string, unknown>>;
type Page = { data: CatalogRecord[]; page: number; page_count: number; total: number };

const send = call as unknown as (key: string, input?: object) => Promise<unknown>;

export const pathOf = (kind: RecordKindName) => (kind.startsWith('tune-') ? `/${kind}` : `/v1/admin/ecu/${kind}`);

export const readRecord = (kind: RecordKindName, id: number | string) =>
  send(`GET ${pathOf(kind)}/:id`, { params: { id } }) as Promise<CatalogRecord>;
export const createRecord = (kind: RecordKindName, body: object) =>
  send(`POST ${pathOf(kind)}`, { body }) as Promise<CatalogRecord>;
export const changeRecord = (kind: RecordKindName, id: number, body: object, readAt: string) =>
  send(`PATCH ${pathOf(kind)}/:id`, { params: { id }, body, readAt }) as Promise<CatalogRecord>;
export const deleteRecord = (kind: RecordKindName, id: number) =>
  send(`DELETE ${pathOf(kind)}/:id`, { params: { id } }) as Promise<void>;
export const searchRecords = (kind: RecordKindName, query: object, signal?: AbortSignal) =>
  send(`GET ${pathOf(kind)}`, { query, signal }) as Promise<Page>;

/** Loads short lists in full; the limit guards against unexpectedly long ones. */
export async function allRecords(kind: RecordKindName, query: object, pagesMax = 40): Promise<CatalogRecord[]> {
  const first = await searchRecords(kind, { ...query, page: 1 });
  const rows = [...first.data];
  for (let page = 2; page <= Math.min(first.page_count, pagesMax); page += 1)
    rows.push(...(await searchRecords(kind, { ...query, page })).data);
  return rows;
}
