import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { useDraftText } from '../../../platform/draft-text.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Thread } from '../../../ui/text/Thread.tsx';
import css from './request.module.css';
import type { Request } from './request-labels.tsx';

type Messages = CallReply<'GET /v1/tune-requests/:id/support'>['data'];

/** Messages between customer and tuner, and the reply form. */
export function RequestThread({ request, onSent }: { request: Request; onSent: () => void }) {
  const [messages, setMessages] = useState<Messages | null>(null);
  const [text, setText] = useDraftText(`request-${request.id}`);
  const [isNote, setNote] = useState(false);
  const params = { id: request.id };
  const mine = request.as === 'customer' ? 'customer' : 'house';
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the request changed
  useEffect(() => {
    call('GET /v1/tune-requests/:id/support', { params }).then(
      ({ data }) => setMessages(data),
      () => setMessages((now) => now ?? []),
    );
  }, [request.id, request.version]);
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const sent = await call('POST /v1/tune-requests/:id/support', {
      params,
      body: { message: text, note: isNote },
      once: true,
    });
    setText('');
    setMessages((now) => [...(now ?? []), sent]);
    onSent();
  });
  return (
    <section className={css.stack} aria-labelledby="request-thread">
      <h2 id="request-thread">{request.as === 'customer' ? t('Message your tuner') : t('Message the customer')}</h2>
      {messages && messages.length > 0 ? (
        <Thread
          label={t('Messages')}
          messages={messages}
          mine={mine}
          noteWords={t('Internal note (tuners and staff)')}
        />
      ) : (
        <p className={css.quiet}>
          {t('No messages yet.')}{' '}
          {request.as === 'customer'
            ? t('Your tuner will see what you write here.')
            : t('The customer will see what you write here, unless it is a note.')}
        </p>
      )}
      <form className={css.stack} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.message} />
        <Textarea
          label={t('Message')}
          rows={4}
          maxLength={8000}
          value={text}
          error={failure.errors.message}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {mine === 'house' ? (
          <Checkbox
            name="note"
            label={t('A note for tuners and staff only')}
            checked={isNote}
            onChange={(event) => setNote(event.currentTarget.checked)}
          />
        ) : null}
        <div>
          <Button type="submit" busy={busy}>
            {isNote ? t('Save note') : t('Send message')}
          </Button>
        </div>
      </form>
    </section>
  );
}
