import { type FormEvent, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import css from './support-admin.module.css';
import type { AdminTicket } from './TicketPage.tsx';
import { useAttempt } from './use-attempt.ts';

type Props = { ticket: AdminTicket; onChanged: (ticket: AdminTicket) => void };

/** Assignment of the ticket: take it, assign it to staff or a tuner, or unassign it. */
export function AssignCard({ ticket, onChanged }: Props) {
  const me = useUi()?.user?.id ?? null;
  const { busy, problem, attempt } = useAttempt();
  const [found, setFound] = useState<{ id: number; name: string }[] | null>(null);
  const give = (assignee: number | null) =>
    attempt(async () => {
      const input = { params: { id: ticket.id }, body: { assignee }, readAt: ticket.updated_at };
      onChanged(await call('PATCH /v1/admin/tickets/:id', input));
      setFound(null);
    });
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name !== '')
      void attempt(async () => setFound(await call('GET /v1/admin/users/search-usernames', { query: { name } })));
  };
  if (!ticket.events.includes('assign')) return null;
  return (
    <Card className={css.form}>
      <h2>Assignee</h2>
      <FormError message={problem} />
      <Row between>
        <span>{ticket.assignee?.name ?? 'Unassigned'}</span>
        {ticket.assignee === null || ticket.assignee.id !== me ? (
          <Button busy={busy} onClick={() => void give(me)}>
            Assign to me
          </Button>
        ) : (
          <Button variant="ghost" busy={busy} onClick={() => void give(null)}>
            Unassign
          </Button>
        )}
      </Row>
      <form className={css.inline} onSubmit={search}>
        <TextField label="Assign to" name="name" autoComplete="off" placeholder="Staff or tuner" />
        <Button type="submit" busy={busy}>
          Find
        </Button>
      </form>
      {found?.length === 0 ? <p className={css.quiet}>No user with that name.</p> : null}
      {found && found.length > 0 ? (
        <ul className={css.lines}>
          {found.map((person) => (
            <li key={person.id}>
              <span>{person.name}</span>
              <Button size="small" disabled={busy} onClick={() => void give(person.id)}>
                Assign
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
