import type { CallReply } from '@tuneport/contract/index';
import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { KeyValue } from '../../ui/KeyValue.tsx';
import { Card, Container } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { PageHead } from '../PageHead.tsx';
import { MailStateDot } from './mail-state.tsx';
import css from './operations.module.css';
import { textWithLinks } from './text-with-links.ts';

export const meta = () => [{ title: pageTitle('Mail') }];

type Mail = CallReply<'GET /v1/admin/mail/:id'>;

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/mail/:id', { params: { id: Number(params.id) } });
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Container width="full" className={css.mail}>
      <Skeleton lines={10} label="Loading the mail" />
    </Container>
  );
}

export default function MailDetail() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <MailRecord key={loaded.id} loaded={loaded} />;
}

function MailRecord({ loaded }: { loaded: Mail }) {
  const [mail, setMail] = useState(loaded);
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      setMail(await call('POST /v1/admin/mail/:id/retry', { params: { id: mail.id } }));
      toast('The mail is waiting to be sent again.');
    } catch (error) {
      toast(error instanceof Error ? error.message : 'The mail could not be sent again.', { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Container width="full" className={css.mail}>
      <PageHead crumbs={[{ label: 'Sent mail', to: '/admin/mail' }, { label: `Mail ${mail.id}` }]} title={mail.subject}>
        {mail.can.retry ? (
          <Button variant="primary" busy={busy} onClick={retry}>
            Send this mail again
          </Button>
        ) : null}
      </PageHead>
      {mail.state === 'failed' ? (
        <Notice tone="bad" title="This mail was not delivered.">
          {mail.last_error ?? 'The mail server did not say why.'}
        </Notice>
      ) : null}
      <Card>
        <KeyValue rows={facts(mail)} />
      </Card>
      <MailBody mail={mail} />
    </Container>
  );
}

function facts(mail: Mail): [string, ReactNode][] {
  return [
    ['State', <MailStateDot key="state" state={mail.state} />],
    ['To', mail.to_address],
    ['Kind', mail.kind],
    ['Written', <DateText key="written" at={mail.created_at} />],
    ['Sent', mail.sent_at ? <DateText key="sent" at={mail.sent_at} /> : null],
    ['Attempts', String(mail.attempts)],
    ...(mail.next_attempt_at
      ? [['Next attempt', <DateText key="next" at={mail.next_attempt_at} />] as [string, ReactNode]]
      : []),
    ...(mail.state === 'queued' && mail.last_error ? [['Last problem', mail.last_error] as [string, ReactNode]] : []),
  ];
}

function MailBody({ mail }: { mail: Mail }) {
  if (mail.body_missing === 'erased') {
    return (
      <Notice tone="info">The text was erased: it held a link that opens an account, and those are not kept.</Notice>
    );
  }
  if (!mail.body) {
    return <Notice tone="info">The text holds a link that opens an account. Only a SuperAdmin can read it.</Notice>;
  }
  return (
    <section className={css.section} aria-labelledby="mail-text">
      <h2 id="mail-text">Text</h2>
      {mail.secret ? (
        <Notice tone="careful">The links in this mail work for whoever opens them. Do not pass them on.</Notice>
      ) : null}
      <Card className={css.body}>
        {textWithLinks(mail.body.text).map((part, at) =>
          part.href ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
            <a key={at} href={part.href} rel="noreferrer">
              {part.text}
            </a>
          ) : (
            part.text
          ),
        )}
      </Card>
    </section>
  );
}
