import { type FormEvent, useRef } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { amountText } from '../../ui/text/money-text.ts';
import { grantOrRequest } from '../ledger/approvals/request-approval.ts';
import css from './support-admin.module.css';
import type { AdminTicket } from './TicketPage.tsx';
import { useAttempt } from './use-attempt.ts';

type Props = { ticket: AdminTicket; onChanged: (ticket: AdminTicket) => void };

/** Goodwill for the customer's account, with a reason. A repeated click grants it once. */
export function GoodwillCard({ ticket, onChanged }: Props) {
  const currencies = useUi()?.settings.currencies ?? ['CAD'];
  const { busy, problem, attempt } = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  const grant = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const field = (name: string) => String(data.get(name) ?? '');
    void attempt(async () => {
      const body = { amount: field('amount'), currency: field('currency'), reason: field('reason') };
      const granted = await grantOrRequest(
        () => call('POST /v1/admin/tickets/:id/goodwill', { params: { id: ticket.id }, body, once: true }),
        { kind: 'goodwill', ticket: ticket.id, ...body },
      );
      form.current?.reset();
      if (!granted) return;
      onChanged(granted);
      toast(`Granted ${amountText(body.amount)} ${body.currency} to ${ticket.customer_name}.`);
    });
  };
  return (
    <Card>
      <form ref={form} className={css.form} onSubmit={grant}>
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
          Grant goodwill
        </Button>
      </form>
    </Card>
  );
}
