import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import css from './support.module.css';
import type { Ticket } from './ticket-labels.ts';

type Props = { ticket: Ticket; token?: string; onRated: (ticket: Ticket) => void };

/** Satisfaction question for a solved ticket. */
export function RateTicket({ ticket, token, onRated }: Props) {
  const [text, setText] = useState('');
  const [helped, setHelped] = useState<boolean | null>(null);
  const { busy, failure, run } = useSubmit(async () => {
    if (helped === null) return;
    const body = { token, helped, text };
    onRated(await call('POST /customer-tickets/:id/feedback', { params: { id: ticket.id }, body }));
  });
  return (
    <Card className={css.form}>
      <h2>{t('Did we help?')}</h2>
      <FormError message={failure.message} />
      <Row>
        <Button aria-pressed={helped === true} onClick={() => setHelped(true)}>
          {t('Yes')}
        </Button>
        <Button aria-pressed={helped === false} onClick={() => setHelped(false)}>
          {t('Not really')}
        </Button>
      </Row>
      {helped === null ? null : (
        <>
          <Textarea
            label={helped ? t('What went well') : t('What should we have done differently')}
            optional
            rows={3}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div>
            <Button variant="primary" busy={busy} onClick={() => void run()}>
              {t('Send')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
