import type { CallReply } from '@tuneport/contract/index';
import { type FormEvent, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import css from './support-admin.module.css';
import type { AdminTicket } from './TicketPage.tsx';
import { useAttempt } from './use-attempt.ts';

type Preview = CallReply<'GET /v1/admin/tickets/:id/merge-preview'>;

type Props = { ticket: AdminTicket; onReload: () => Promise<void> };

/** Merges a ticket into another after a confirmation. */
export function MergeCard({ ticket, onReload }: Props) {
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
      await call('POST /v1/admin/tickets/:id/merge', { params, body: { into: preview.into.id }, once: true });
      setPreview(null);
      await onReload();
    });
  return (
    <Card>
      <form className={css.form} onSubmit={look}>
        <h2>Merge with another ticket</h2>
        {preview ? null : <FormError message={problem} />}
        <div className={css.inline}>
          <TextField label="Other ticket number" name="into" placeholder="T-00012" required />
          <Button type="submit" busy={busy}>
            Preview merge
          </Button>
        </div>
      </form>
      {preview ? (
        <Dialog
          open
          onClose={() => setPreview(null)}
          locked={busy}
          title={`Merge ${ticket.number} into ${preview.into.number}?`}
          foot={
            <>
              <Button onClick={() => setPreview(null)} disabled={busy}>
                Cancel
              </Button>
              <Button variant="primary" busy={busy} disabled={preview.problem !== null} onClick={() => void merge()}>
                Merge tickets
              </Button>
            </>
          }
        >
          <FormError message={preview.problem ?? problem} />
          <KeyValue
            rows={[
              ['Continues in', `${preview.into.number} ${preview.into.title}`],
              ['Customer', [preview.into.customer_name, preview.into.email].filter(Boolean).join(', ')],
              [
                'Will be moved',
                `${preview.messages} ${preview.messages === 1 ? 'message' : 'messages'}, ${preview.files} ${preview.files === 1 ? 'file' : 'files'}`,
              ],
              ['Afterwards', `${ticket.number} will link to it. This cannot be undone.`],
            ]}
          />
        </Dialog>
      ) : null}
    </Card>
  );
}
