import type { CallReply } from '@tuneport/contract/index';
import { call } from '../../platform/api/browser.ts';

// Every kind of record has the same calls below its own path, so the kit names a path and not a call.

export type StoredRecord = { readonly id: number; readonly updated_at: string } & Readonly<Record<string, unknown>>;
export type RecordPath = `/${string}`;
export type HistoryPage = CallReply<'GET /v1/admin/ecu/history'>;
type Page = { data: StoredRecord[]; page: number; page_count: number; total: number };

const send = call as unknown as (key: string, input?: object) => Promise<unknown>;

export const readRecord = (path: RecordPath, id: number | string) =>
  send(`GET ${path}/:id`, { params: { id } }) as Promise<StoredRecord>;
/** `once` for a call that takes an Idempotency-Key: a retry after a lost response does not create a second record. */
export const createRecord = (path: RecordPath, body: object, once = false) =>
  send(`POST ${path}`, { body, ...(once ? { once } : {}) }) as Promise<StoredRecord>;
export const updateRecord = (path: RecordPath, id: number, body: object, readAt?: string) =>
  send(`PATCH ${path}/:id`, {
    params: { id },
    body,
    ...(readAt === undefined ? {} : { readAt }),
  }) as Promise<StoredRecord>;
export const deleteRecord = (path: RecordPath, id: number) =>
  send(`DELETE ${path}/:id`, { params: { id } }) as Promise<void>;
export const readHistory = (path: RecordPath, id: number, page: number) =>
  send(`GET ${path}/:id/history`, { params: { id }, query: { page } }) as Promise<HistoryPage>;
export const searchRecords = (path: RecordPath, query: object, signal?: AbortSignal) =>
  send(`GET ${path}`, { query, signal }) as Promise<Page>;

/** A short list in full; `pagesMax` bounds one that turns out long after all. */
export async function allRecords(path: RecordPath, query: object, pagesMax = 40): Promise<StoredRecord[]> {
  const first = await searchRecords(path, { ...query, page: 1 });
  const rows = [...first.data];
  for (let page = 2; page <= Math.min(first.page_count, pagesMax); page += 1)
    rows.push(...(await searchRecords(path, { ...query, page })).data);
  return rows;
}
