import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type WebhookEvent, webhookEventNames, webhookEvents } from '@tuneport/domain/webhooks/webhook-events';
import { useId, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { withFreshLogin } from '../../../platform/api/fresh-login.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import css from '../account.module.css';

type Webhook = CallReply<'GET /user/webhooks/:id'>;
type Props = { webhook?: Webhook; onClose: () => void; onSaved: () => void };

/** Adds a webhook, whose secret is then shown once, or changes one. */
export function WebhookDialog({ webhook, onClose, onSaved }: Props) {
  const id = useId();
  const [secret, setSecret] = useState<string | null>(null);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { url: field('url'), events: [...events] };
    if (webhook) {
      await withFreshLogin(() => call('PATCH /user/webhooks/:id', { params: { id: webhook.id }, body }));
      onClose();
    } else setSecret((await withFreshLogin(() => call('POST /user/webhooks', { body }))).secret);
    onSaved();
  });
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    setEvents((known) => (isOn ? [...known, event] : known.filter((one) => one !== event)));
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={webhook ? t('Change webhook') : t('Add a webhook')}
      foot={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {webhook ? t('Save webhook') : t('Add webhook')}
          </Button>
        </>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <TextField
          label={t('URL')}
          name="url"
          type="url"
          hint={t('A server on the public internet, with https.')}
          maxLength={500}
          autoFocus
          defaultValue={webhook?.url}
          error={failure.errors.url}
        />
        <fieldset className={css.scopes}>
          <legend>{t('Events')}</legend>
          {webhookEventNames.map((event, at) => (
            <Checkbox
              key={event}
              label={t(webhookEvents[event])}
              checked={events.includes(event)}
              error={at === webhookEventNames.length - 1 ? failure.errors.events : undefined}
              onChange={(change) => toggle(event, change.currentTarget.checked)}
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}

export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    open
    locked
    onClose={onClose}
    title={t('Copy the signing secret')}
    foot={
      <Button variant="primary" onClick={onClose}>
        {t('I have copied the secret')}
      </Button>
    }
  >
    <Stack>
      <Notice tone="careful">{t('You will not see this secret again. Store it like a password.')}</Notice>
      <CopyField value={secret} label={t('Signing secret')} />
    </Stack>
  </Dialog>
);
