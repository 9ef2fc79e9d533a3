import type { FormEvent } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import css from './support-admin.module.css';
import type { AdminTicket } from './TicketPage.tsx';
import { useAttempt } from './use-attempt.ts';

type Props = { ticket: AdminTicket; onChanged: (ticket: AdminTicket) => void };

/** Snoozes a ticket until a given day. */
export function SnoozeCard({ ticket, onChanged }: Props) {
  const { busy, problem, attempt } = useAttempt();
  const park = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get('until') ?? '');
    void attempt(async () => {
      const body = { state: 'parked' as const, parked_until: new Date(`${day}T09:00`).toISOString() };
      const input = { params: { id: ticket.id }, body, readAt: ticket.updated_at };
      onChanged(await call('PATCH /v1/admin/tickets/:id', input));
      toast('Snoozed. It will return automatically.');
    });
  };
  return (
    <Card>
      <form className={css.form} onSubmit={park}>
        <h2>Snooze</h2>
        <FormError message={problem} />
        <div className={css.inline}>
          <TextField label="Until the morning of" name="until" type="date" required />
          <Button type="submit" busy={busy}>
            Snooze ticket
          </Button>
        </div>
      </form>
    </Card>
  );
}
