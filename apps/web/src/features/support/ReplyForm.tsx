import { ticketTextMax } from '@tuneport/domain/support/ticket';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useDraftText } from '../../platform/draft-text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { DraftHint } from '../../ui/form/drafts/DraftHint.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { SupportFiles } from './SupportFiles.tsx';
import css from './support.module.css';
import type { Ticket } from './ticket-labels.ts';

type Props = {
  ticket: Ticket;
  token?: string;
  /** Called with the ticket that received the reply: replying to a closed ticket opens a new one. */
  onSent: (ticket: { id: number }, token: string | null) => void;
};

export function ReplyForm({ ticket, token, onSent }: Props) {
  const [text, setText, restored] = useDraftText(`ticket-${ticket.id}`);
  const [uploads, setUploads] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const forStaff = ticket.as !== 'customer';
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const sent = await call('POST /customer-tickets/:id/replies', {
      params: { id: ticket.id },
      body: { text, uploads: [...uploads], token, asks: !forStaff || field('asks') === 'on' },
      once: true,
    });
    setText('');
    setUploads([]);
    setRound((now) => now + 1);
    onSent(sent.ticket, sent.token);
  });
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <FormError message={failure.errors.uploads?.[0] ?? failure.message} />
      <Textarea
        label={ticket.can.follow_up ? t('New message') : t('Your reply')}
        rows={5}
        maxLength={ticketTextMax}
        value={text}
        error={failure.errors.text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <DraftHint restored={restored} onDiscard={() => setText('')} />
      <SupportFiles key={round} onChange={setUploads} />
      {forStaff ? <Checkbox name="asks" defaultChecked label={t('Wait for the customer’s reply')} /> : null}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {ticket.can.follow_up ? t('Open a new ticket') : t('Send reply')}
        </Button>
      </div>
    </form>
  );
}
