import type { CallReply } from '@tuneport/contract/index';

export type Ticket = CallReply<'GET /customer-tickets/:id'>;
export const fileAddress = (base: 'customer-tickets' | 'rescue-sessions', id: number, fileId: string, token?: string) =>
  `/api/${base}/${id}/files/${fileId}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
