import { ticketTextMax } from '@tuneport/domain/support/ticket';
import { useState } from 'react';
import { SupportFiles } from '../../features/support/SupportFiles.tsx';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useDraftText } from '../../platform/draft-text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DraftHint } from '../../ui/form/DraftHint.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { InsertReply } from './InsertReply.tsx';
import css from './support-admin.module.css';
import type { AdminTicket } from './TicketPage.tsx';

const ways = [
  {
    value: 'ask',
    label: 'Reply and wait for customer',
    button: 'Reply and wait',
    said: 'Sent. Waiting for the customer.',
  },
  {
    value: 'tell',
    label: 'Reply and keep it open',
    button: 'Reply and keep open',
    said: 'Sent. The ticket stays open.',
  },
  {
    value: 'resolve',
    label: 'Reply and mark as solved',
    button: 'Reply and solve',
    said: 'Sent and marked as solved.',
  },
  {
    value: 'note',
    label: 'Note for staff and tuners',
    button: 'Save note',
    said: 'Note saved. The customer is not notified.',
  },
] as const;
type Way = (typeof ways)[number]['value'];

/** Staff reply: the text and the state the ticket gets. */
export function HouseReply({ ticket, onSent }: { ticket: AdminTicket; onSent: () => Promise<void> }) {
  const offered = ways.filter(({ value }) => value === 'note' || ticket.events.includes(value));
  const [as, setAs] = useState<Way>(offered[0]?.value ?? 'note');
  const [text, setText, restored] = useDraftText(`staff-ticket-${ticket.id}`);
  const [uploads, setUploads] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const way = offered.find(({ value }) => value === as) ?? offered[0] ?? ways[3];
  const { busy, failure, onSubmit } = useSubmit(async () => {
    await call('POST /v1/admin/tickets/:id/reply', {
      params: { id: ticket.id },
      body: { text, uploads: [...uploads], as: way.value },
      once: true,
    });
    setText('');
    setUploads([]);
    setRound((now) => now + 1);
    toast(way.said);
    await onSent();
  });
  return (
    <Card>
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.errors.uploads?.[0] ?? failure.message} />
        <InsertReply
          ticket={ticket}
          onInsert={(reply) => setText(text.trim() === '' ? reply : `${text.trimEnd()}\n\n${reply}`)}
        />
        <Textarea
          label={way.value === 'note' ? 'Note' : 'Answer'}
          rows={6}
          maxLength={ticketTextMax}
          value={text}
          error={failure.errors.text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <DraftHint restored={restored} onDiscard={() => setText('')} />
        <SupportFiles key={round} onChange={setUploads} />
        <Row className={css.send}>
          <NativeSelect
            label="After sending"
            options={offered}
            value={way.value}
            onChange={(event) => setAs(event.currentTarget.value as Way)}
          />
          <Button type="submit" variant="primary" busy={busy}>
            {way.button}
          </Button>
        </Row>
      </form>
      {uploads.length > 0 && !busy ? <LeaveGuard /> : null}
    </Card>
  );
}
