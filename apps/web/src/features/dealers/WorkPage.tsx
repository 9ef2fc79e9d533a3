import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import css from './dealer.module.css';
import { type Dealer, loadDealer, type Params } from './load-dealer.ts';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.slug ?? '' } };
  const [dealer, requests, tickets, logs] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/tune-requests', of),
    api('GET /v1/dealers/:id/tickets', of),
    api('GET /v1/dealers/:id/logs', of),
  ]);
  return { dealer, requests, tickets, logs };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Work of {name}', { name: loaderData.dealer.name }) : t('Dealer work')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

/** Tune requests, tickets and logs of a dealer's members. */
export default function WorkPage() {
  const { dealer, requests, tickets, logs } = useLoaderData<typeof loader>();
  return (
    <DealerFrame dealer={dealer} title={t('Work')}>
      <Card className={css.block}>
        <h2>{t('Tune requests')}</h2>
        {requests.data.length === 0 ? (
          <p className={css.quiet}>{t('Tune requests of your members appear here.')}</p>
        ) : (
          <ul className={css.list}>
            {requests.data.map((request) => (
              <li key={request.id}>
                <div className={css.who}>
                  <TextLink to={`/tuning/request/${request.id}/status`} discover="none">
                    {request.number}
                  </TextLink>
                  <span className={css.quiet}>{[request.vehicle, ...request.tunes].filter(Boolean).join(' · ')}</span>
                </div>
                <DateText at={request.created_at} show="date" />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card className={css.block}>
        <h2>{t('Tickets')}</h2>
        {tickets.data.length === 0 ? (
          <p className={css.quiet}>{t('Tickets that your members open appear here.')}</p>
        ) : (
          <ul className={css.list}>
            {tickets.data.map((ticket) => (
              <li key={ticket.id}>
                <div className={css.who}>
                  <span>{ticket.title}</span>
                  <span className={css.quiet}>
                    {ticket.number} · {ticket.author} · {ticket.sentence}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {dealer.kind === null ? null : <TicketForm dealer={dealer} />}
      <Card className={css.block}>
        <h2>{t('Logs')}</h2>
        {logs.data.length === 0 ? (
          <p className={css.quiet}>{t('Logs that your members upload appear here.')}</p>
        ) : (
          <ul className={css.list}>
            {logs.data.map((log) => (
              <li key={log.id}>
                <div className={css.who}>
                  <TextLink to={`/graph/${log.id}`} discover="none">
                    {log.name}
                  </TextLink>
                  <span className={css.quiet}>{log.uploaded_by}</span>
                </div>
                <DateText at={log.created_at} show="date" />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </DealerFrame>
  );
}

function TicketForm({ dealer }: { dealer: Dealer }) {
  const { revalidate } = useRevalidator();
  const user = useUser();
  const [form, setForm] = useState(0);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /v1/dealers/:id/tickets', {
      params: { id: dealer.id },
      body: { title: field('title'), description: field('description'), customer_name: user?.name ?? dealer.name },
      once: true,
    });
    await revalidate();
    setForm((last) => last + 1);
    toast(t('Ticket opened. We reply by e-mail.'));
  });
  return (
    <Card className={css.block}>
      <h2>{t('Open a ticket')}</h2>
      <form method="post" key={form} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <TextField label={t('Title')} name="title" maxLength={200} error={failure.errors.title} />
        <Textarea label={t('Description')} name="description" rows={4} error={failure.errors.description} />
        <Button type="submit" busy={busy}>
          {t('Open ticket')}
        </Button>
      </form>
    </Card>
  );
}
