import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import css from './dealer.module.css';

type Props = { dealer: { readonly id: number; readonly name: string }; onClose: () => void };

/** A message of a visitor to a listed dealer. */
export function ContactDialog({ dealer, onClose }: Props) {
  const [draft, setDraft] = useState({ name: '', email: '', message: '' });
  const { busy, failure, run } = useSubmit(async () => {
    await call('POST /v1/dealers/:id/contact', { params: { id: dealer.id }, body: draft });
    onClose();
    toast(t('Your message was sent to {name}.', { name: dealer.name }));
  });
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={t('Write to {name}', { name: dealer.name })}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void run()}>
            {t('Send message')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <FormError message={failure.message} />
        <TextField
          label={t('Your name')}
          autoComplete="name"
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          error={failure.errors.name}
        />
        <TextField
          label={t('Your e-mail')}
          type="email"
          autoComplete="email"
          value={draft.email}
          onChange={(event) => setDraft({ ...draft, email: event.target.value })}
          error={failure.errors.email}
        />
        <Textarea
          label={t('Message')}
          rows={5}
          maxLength={2000}
          hint={t('Links are removed before the dealer receives it.')}
          value={draft.message}
          onChange={(event) => setDraft({ ...draft, message: event.target.value })}
          error={failure.errors.message}
        />
      </div>
    </Dialog>
  );
}
