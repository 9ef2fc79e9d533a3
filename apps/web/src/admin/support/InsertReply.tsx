import type { CallReply } from '@tuneport/contract/index';
import { filledReply } from '@tuneport/domain/support/saved-reply';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import type { AdminTicket } from './TicketPage.tsx';

type Reply = CallReply<'GET /v1/admin/saved-replies'>['data'][number];

/** Inserts a saved reply, filled for this ticket. Not shown as long as there is none. */
export function InsertReply({ ticket, onInsert }: { ticket: AdminTicket; onInsert: (text: string) => void }) {
  const [replies, setReplies] = useState<readonly Reply[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    call('GET /v1/admin/saved-replies', { query: { per_page: 100 }, signal: stop.signal }).then(
      ({ data }) => setReplies(data),
      // The reply can be written without them.
      () => {},
    );
    return () => stop.abort();
  }, []);
  if (replies.length === 0) return null;
  return (
    <NativeSelect
      label="Insert a saved reply"
      placeholder="Choose a reply"
      options={replies.map(({ id, title }) => ({ value: String(id), label: title }))}
      value=""
      onChange={(event) => {
        const chosen = replies.find(({ id }) => String(id) === event.currentTarget.value);
        if (chosen) onInsert(filledReply(chosen.text, { name: ticket.customer_name, number: ticket.number }));
      }}
    />
  );
}
