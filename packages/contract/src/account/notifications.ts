import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, numberFrom, WireDate } from '../shapes.ts';

const Notification = z.object({
  id: z.number(),
  /** The kind of the mail that said the same. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** A page of the site, without the language; null if only the e-mail has a link. */
  path: z.string().nullable(),
  created_at: WireDate,
  read_at: WireDate.nullable(),
});
/** Counted up to 100. */
const Unread = z.object({ unread: z.number() });

export const notifications = {
  'GET /user/notifications': {
    summary: "Lists the caller's notifications, newest first. Paged by cursor.",
    access: 'user',
    query: z.object({
      /** Only unread ones. */
      unread: z.literal('yes').optional(),
      /** The id of the last notification shown, as `next` gave it. */
      before: Id.optional(),
      per_page: numberFrom(z.number().int().min(1).max(50)).default(25),
    }),
    reply: Unread.extend({ data: z.array(Notification), next: z.number().nullable() }),
  },
  'GET /user/notifications/unread': {
    summary: "Counts the caller's unread notifications, up to 100.",
    access: 'user',
    reply: Unread,
    limit: { max: 120, windowS: 60, by: 'actor', counted: 'process' },
  },
  'PUT /user/notifications/read': {
    summary: "Marks the caller's notifications as read, up to the given one. Newer ones stay unread.",
    access: 'user',
    body: z.object({ until: Id }),
    reply: Unread,
  },
  'PUT /user/notifications/:id/read': {
    summary: 'Marks one notification as read.',
    access: 'owner',
    params: IdParams,
    reply: Unread,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
