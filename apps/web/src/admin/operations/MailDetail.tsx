import type { CallReply } from '@tuneport/contract/index';
import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card, Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
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
      <Skeleton lines={10} label="Loading the e-mail" />
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
      toast('The e-mail is queued and will be sent again.');
    } catch (error) {
      toast(errorText(error, 'The e-mail could not be queued. Try again.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Container width="full" className={css.mail}>
      <PageHead crumbs={[{ label: 'Mail', to: '/admin/mail' }, { label: `Mail ${mail.id}` }]} title={mail.subject}>
        {mail.can.retry ? (
          <Button variant="primary" busy={busy} onClick={retry}>
            Send again
          </Button>
        ) : null}
      </PageHead>
      {mail.state === 'failed' ? (
        <Notice tone="bad" title="This e-mail was not delivered.">
          {mail.last_error ?? 'The mail server gave no reason.'}
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
    ['Status', <MailStateDot key="state" state={mail.state} />],
    ['To', mail.to_address],
    ['Kind', mail.kind],
    ['Created', <DateText key="created" at={mail.created_at} />],
    ['Sent', mail.sent_at ? <DateText key="sent" at={mail.sent_at} /> : null],
    ['Attempts', String(mail.attempts)],
    ...(mail.next_attempt_at
      ? [['Next attempt', <DateText key="next" at={mail.next_attempt_at} />] as [string, ReactNode]]
      : []),
    ...(mail.state === 'queued' && mail.last_error ? [['Last error', mail.last_error] as [string, ReactNode]] : []),
  ];
}

function MailBody({ mail }: { mail: Mail }) {
  const [revealed, setRevealed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const reveal = async () => {
    setBusy(true);
    try {
      setRevealed((await call('POST /v1/admin/mail/:id/reveal', { params: { id: mail.id } })).text);
    } catch (error) {
      toast(errorText(error, 'The links could not be revealed.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={css.section} aria-labelledby="mail-text">
      <h2 id="mail-text">Text</h2>
      {mail.hidden === 'none' ? null : (
        <Notice tone={revealed === null ? 'info' : 'careful'}>{hiddenNotice(mail, revealed !== null)}</Notice>
      )}
      {mail.can.reveal && revealed === null ? (
        <div>
          <Button busy={busy} onClick={reveal}>
            Reveal links
          </Button>
        </div>
      ) : null}
      <Card className={css.body}>
        {textWithLinks(revealed ?? mail.text).map((part, at) =>
          part.href && revealed !== null ? (
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

function hiddenNotice(mail: Mail, revealed: boolean): string {
  if (revealed)
    return 'Anyone who opens these links can use them. Give them to the recipient only. The audit log shows that you revealed them.';
  if (mail.hidden === 'erased') return 'The secret links and codes in this e-mail were deleted.';
  if (mail.can.reveal)
    return 'Secret links and codes are hidden. No mail server is configured, so you can reveal them; the audit log records it.';
  if (mail.state === 'kept' && !mail.can.retry)
    return 'Secret links and codes are hidden. This e-mail was not sent, so ask a SuperAdmin if the recipient needs them.';
  return 'Secret links and codes are hidden: anyone who has them could use them.';
}
