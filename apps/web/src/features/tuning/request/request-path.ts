import type { Request } from './request-labels.tsx';

export const requestTabs = [
  'status',
  'information',
  'tunes',
  'purchase',
  'files',
  'link-purchase',
  'custom-tuning',
  'tuning-help',
] as const;
export type RequestTab = (typeof requestTabs)[number];

/** A page of a request. Staff read it inside the back office, where its pages are tabs of one record. */
export function requestPath({ id, as }: Pick<Request, 'id' | 'as'>, tab: RequestTab = 'status'): string {
  if (as !== 'staff') return `/tuning/request/${id}/${tab}`;
  return tab === 'status' ? `/admin/tune-requests/${id}` : `/admin/tune-requests/${id}?tab=${tab}`;
}

/** The invoice of a request that is paid, for those who may read it: guests have a link, and tuners have none. */
export function invoicePath({ as, purchase }: Pick<Request, 'as' | 'purchase'>, isGuest: boolean): string | null {
  if (isGuest || as === 'tuner' || !purchase || purchase.paid === null) return null;
  return `/profile/purchases/${purchase.id}/snapshot`;
}
