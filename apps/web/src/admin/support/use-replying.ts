import type { CallReply } from '@tuneport/contract/index';
import { replyingForS } from '@tuneport/domain/support/ticket';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useLiveRecord } from '../../platform/api/live-record.ts';
import type { AdminTicket } from './TicketPage.tsx';

type People = CallReply<'GET /v1/admin/tickets/:id/replying'>['people'];
const signEveryMs = (replyingForS * 1000) / 2.5;

/** Follows who else writes a reply to the ticket, and reads the ticket again when it has changed. */
export function useReplying(ticket: AdminTicket, reload: () => Promise<void>) {
  const [people, setPeople] = useState<People>([]);
  const signed = useRef(0);
  const params = { id: ticket.id };
  const poll = async () => {
    const found = await call('GET /v1/admin/tickets/:id/replying', { params });
    setPeople(found.people);
    const newest = Math.max(0, ...ticket.messages.map(({ id }) => id));
    if (found.last_message > newest || found.updated_at !== ticket.updated_at) await reload();
    return true;
  };
  useLiveRecord({
    address: `/api/v1/admin/tickets/${ticket.id}/live`,
    poll,
    onVersion: () => void poll().catch(() => {}),
    onGone: () => setPeople([]),
  });
  /** Shows the others that this user is writing. */
  const sign = useCallback(() => {
    const now = Date.now();
    if (now - signed.current < signEveryMs) return;
    signed.current = now;
    // Only a hint for others: a lost one is repeated while the user writes.
    call('PUT /v1/admin/tickets/:id/replying', { params: { id: ticket.id } }).catch(() => {});
  }, [ticket.id]);
  return { people, sign };
}
