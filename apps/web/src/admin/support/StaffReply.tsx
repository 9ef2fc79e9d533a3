import { ticketTextMax } from '@tuneport/domain/support/ticket';
import { useState } from 'react';
import { SupportFiles } from '../../features/support/SupportFiles.tsx';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useDraftText } from '../../platform/draft-text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DraftHint } from '../../ui/form/drafts/DraftHint.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Card, Row, Stack } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { InsertReply } from './InsertReply.tsx';
import css from './support-admin.module.css';
import type { AdminTicket } from './TicketPage.tsx';
import { useReplying } from './use-replying.ts';

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
/** A reply that was added after the page was read. */
type Newer = AdminTicket['messages'][number];

/** Staff reply: the text and the state the ticket gets. */
export function StaffReply({ ticket, onSent }: { ticket: AdminTicket; onSent: () => Promise<void> }) {
  const offered = ways.filter(({ value }) => value === 'note' || ticket.events.includes(value));
  const [as, setAs] = useState<Way>(offered[0]?.value ?? 'note');
  const [text, setText, restored] = useDraftText(`staff-ticket-${ticket.id}`);
  const [uploads, setUploads] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const newest = Math.max(0, ...ticket.messages.map(({ id }) => id));
  const [seen, setSeen] = useState(newest);
  // While no reply is being written, new messages are shown as they arrive.
  if (text === '' && seen !== newest) setSeen(newest);
  const [newer, setNewer] = useState<Newer | null>(null);
  const { people, sign } = useReplying(ticket, onSent);
  const way = offered.find(({ value }) => value === as) ?? offered[0] ?? ways[3];
  const send = async (read: number) => {
    const body = { text, uploads: [...uploads], as: way.value, seen: read };
    await call('POST /v1/admin/tickets/:id/reply', { params: { id: ticket.id }, body, once: true });
    setText('');
    setUploads([]);
    setRound((now) => now + 1);
    toast(way.said);
    await onSent();
  };
  const { busy, failure, onSubmit } = useSubmit(async () => {
    try {
      await send(seen);
    } catch (error) {
      const found =
        error instanceof ApiError && error.code === 'conflict' ? (error.current as Newer | undefined) : null;
      if (!found) throw error;
      // The draft stays, and the page shows the reply.
      setNewer(found);
      await onSent();
    }
  });
  return (
    <Card>
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.errors.uploads?.[0] ?? failure.message} />
        {people.length > 0 ? (
          <Notice live>
            {people.map(({ name }) => name).join(', ')} {people.length === 1 ? 'is' : 'are'} replying.
          </Notice>
        ) : null}
        <InsertReply
          ticket={ticket}
          onInsert={(reply) => setText(text.trim() === '' ? reply : `${text.trimEnd()}\n\n${reply}`)}
        />
        <Textarea
          label={way.value === 'note' ? 'Note' : 'Answer'}
          rows={6}
          maxLength={ticketTextMax}
          value={text}
          readOnly={busy}
          error={failure.errors.text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (way.value !== 'note') sign();
          }}
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
      {newer ? (
        <ConfirmDialog
          open
          title={`${newer.author} replied while you were writing`}
          confirmLabel="Send anyway"
          onClose={() => setNewer(null)}
          onConfirm={() => send(newer.id)}
        >
          <Stack>
            <blockquote className={css.newer}>{newer.text}</blockquote>
            <p>Your draft is kept. Send it as it is, or go back and change it.</p>
          </Stack>
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
