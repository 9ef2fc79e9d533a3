import type { CallReply } from '@tuneport/contract/index';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../platform/browser.ts';
import { newIdempotencyKey } from '../../platform/call.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button, TextLink } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormError } from '../../ui/field/FormError.tsx';
import { NativeSelect } from '../../ui/field/NativeSelect.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { KeyValue } from '../../ui/KeyValue.tsx';
import { Card, Row } from '../../ui/Layout.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { toast } from '../../ui/toast-store.ts';
import css from './support-admin.module.css';
import type { AdminTicket } from './TicketPage.tsx';
import { eventText, TicketStateDot } from './ticket-words.tsx';

type Props = { ticket: AdminTicket; onChanged: (ticket: AdminTicket) => void; onReload: () => Promise<void> };

/** What staff need beside the talk: who it is, who has it, what else there is, what happened. */
export function TicketSide({ ticket, onChanged, onReload }: Props) {
  return (
    <>
      <Card>
        <h2>Customer</h2>
        <KeyValue
          rows={[
            [
              'Name',
              ticket.user_id === null ? (
                ticket.customer_name
              ) : (
                <TextLink key="name" to={`/admin/users/${ticket.user_id}`}>
                  {ticket.customer_name}
                </TextLink>
              ),
            ],
            [
              'E-mail',
              ticket.email ?? (ticket.user_id === null ? 'none, follows by link' : 'none, reads it on the site'),
            ],
            ['Opened', <DateText key="opened" at={ticket.created_at} show="both" />],
            [
              'First answer',
              ticket.responded_at ? <DateText key="first" at={ticket.responded_at} show="both" /> : 'not yet',
            ],
          ]}
        />
      </Card>
      <WithWhom ticket={ticket} onChanged={onChanged} />
      {ticket.events.includes('park') ? <Park ticket={ticket} onChanged={onChanged} /> : null}
      {ticket.may_grant_goodwill ? <Goodwill ticket={ticket} onChanged={onChanged} /> : null}
      {ticket.events.includes('merge') ? <Merge ticket={ticket} onReload={onReload} /> : null}
      {ticket.orders.length > 0 ? (
        <Card>
          <h2>Orders</h2>
          <ul className={css.lines}>
            {ticket.orders.map((order) => (
              <li key={order.id}>
                <span>
                  {order.number} <span className={css.quiet}>{order.first}</span>
                </span>
                <MoneyText money={order.total} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {ticket.others.length > 0 ? (
        <Card>
          <h2>Other tickets</h2>
          <ul className={css.lines}>
            {ticket.others.map((other) => (
              <li key={other.id}>
                <TextLink to={`/admin/tickets/${other.id}`} discover="none">
                  {other.number} {other.title}
                </TextLink>
                <TicketStateDot state={other.state} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card>
        <h2>History</h2>
        <Timeline
          moments={ticket.history.map((step, at) => ({
            id: at,
            title: eventText(step.event, step.detail),
            when: <DateText at={step.at} show="both" />,
            body: [step.by, step.reason].filter(Boolean).join(': '),
          }))}
        />
      </Card>
    </>
  );
}

/** One request at a time, with what was refused beside it. */
function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This did not work. Nothing was changed.');
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt };
}

type PartProps = Pick<Props, 'ticket' | 'onChanged'>;

function WithWhom({ ticket, onChanged }: PartProps) {
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
      <h2>With</h2>
      <FormError message={problem} />
      <Row between>
        <span>{ticket.assignee?.name ?? 'Nobody yet'}</span>
        {ticket.assignee === null || ticket.assignee.id !== me ? (
          <Button busy={busy} onClick={() => void give(me)}>
            Take it
          </Button>
        ) : (
          <Button variant="ghost" busy={busy} onClick={() => void give(null)}>
            Give it back
          </Button>
        )}
      </Row>
      <form className={css.inline} onSubmit={search}>
        <TextField label="Give it to" name="name" autoComplete="off" placeholder="Staff or tuner" />
        <Button type="submit" busy={busy}>
          Find
        </Button>
      </form>
      {found?.length === 0 ? <p className={css.quiet}>Nobody is called that.</p> : null}
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

function Park({ ticket, onChanged }: PartProps) {
  const { busy, problem, attempt } = useAttempt();
  const park = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get('until') ?? '');
    void attempt(async () => {
      const body = { state: 'parked' as const, parked_until: new Date(`${day}T09:00`).toISOString() };
      const input = { params: { id: ticket.id }, body, readAt: ticket.updated_at };
      onChanged(await call('PATCH /v1/admin/tickets/:id', input));
      toast('Parked. It comes back by itself.');
    });
  };
  return (
    <Card>
      <form className={css.form} onSubmit={park}>
        <h2>Park</h2>
        <FormError message={problem} />
        <div className={css.inline}>
          <TextField label="Until the morning of" name="until" type="date" required />
          <Button type="submit" busy={busy}>
            Park ticket
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Goodwill({ ticket, onChanged }: PartProps) {
  const currencies = useUi()?.settings.currencies ?? ['CAD'];
  const { busy, problem, attempt } = useAttempt();
  const key = useRef('');
  const form = useRef<HTMLFormElement>(null);
  const grant = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const field = (name: string) => String(data.get(name) ?? '');
    key.current ||= newIdempotencyKey();
    void attempt(async () => {
      const body = { amount: field('amount'), currency: field('currency'), reason: field('reason') };
      const input = { params: { id: ticket.id }, body, idempotencyKey: key.current };
      onChanged(await call('POST /v1/admin/tickets/:id/goodwill', input));
      key.current = '';
      form.current?.reset();
      toast(`${body.amount} ${body.currency} are on the account of ${ticket.customer_name}.`);
    });
  };
  return (
    <Card>
      <form
        ref={form}
        className={css.form}
        onSubmit={grant}
        onChange={() => {
          key.current = '';
        }}
      >
        <h2>Goodwill</h2>
        <FormError message={problem} />
        <div className={css.inline}>
          <TextField label="Amount" name="amount" inputMode="decimal" required />
          <NativeSelect
            label="Currency"
            name="currency"
            options={currencies.map((currency) => ({ value: currency, label: currency }))}
          />
        </div>
        <TextField label="Reason" name="reason" maxLength={500} required />
        <Button type="submit" busy={busy}>
          Put it on their account
        </Button>
      </form>
    </Card>
  );
}

type Preview = CallReply<'GET /v1/admin/tickets/:id/merge-preview'>;

function Merge({ ticket, onReload }: Pick<Props, 'ticket' | 'onReload'>) {
  const { busy, problem, attempt } = useAttempt();
  const [preview, setPreview] = useState<Preview | null>(null);
  const params = { id: ticket.id };
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('into') ?? '').replace(/\D/g, '');
    void attempt(async () =>
      setPreview(await call('GET /v1/admin/tickets/:id/merge-preview', { params, query: { into: Number(typed) } })),
    );
  };
  const merge = () =>
    attempt(async () => {
      if (!preview) return;
      await call('POST /v1/admin/tickets/:id/merge', { params, body: { into: preview.into.id } });
      setPreview(null);
      await onReload();
    });
  return (
    <Card>
      <form className={css.form} onSubmit={look}>
        <h2>Join with another</h2>
        {preview ? null : <FormError message={problem} />}
        <div className={css.inline}>
          <TextField label="Number of the other ticket" name="into" placeholder="T-00012" required />
          <Button type="submit" busy={busy}>
            See what it does
          </Button>
        </div>
      </form>
      {preview ? (
        <Dialog
          open
          onClose={() => setPreview(null)}
          locked={busy}
          title={`Join ${ticket.number} with ${preview.into.number}?`}
          foot={
            <>
              <Button onClick={() => setPreview(null)} disabled={busy}>
                Keep both
              </Button>
              <Button variant="primary" busy={busy} disabled={preview.problem !== null} onClick={() => void merge()}>
                Join tickets
              </Button>
            </>
          }
        >
          <FormError message={preview.problem ?? problem} />
          <KeyValue
            rows={[
              ['Goes on in', `${preview.into.number} ${preview.into.title}`],
              ['Of', [preview.into.customer_name, preview.into.email].filter(Boolean).join(', ')],
              [
                'Moves there',
                `${preview.messages} ${preview.messages === 1 ? 'message' : 'messages'}, ${preview.files} ${preview.files === 1 ? 'file' : 'files'}`,
              ],
              ['Afterwards', `${ticket.number} leads there. This cannot be undone.`],
            ]}
          />
        </Dialog>
      ) : null}
    </Card>
  );
}
