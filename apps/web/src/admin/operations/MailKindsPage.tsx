import type { CallReply } from '@tuneport/contract/index';
import { isLanguage, type Language, languageNames, languages } from '@tuneport/domain/text/languages';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useSearchParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card, Container } from '../../ui/layout/Layout.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { PageHead } from '../PageHead.tsx';
import css from './mail-kinds.module.css';

export const meta = () => [{ title: pageTitle('Mail templates') }];

type Row = CallReply<'GET /v1/admin/mail-kinds'>['data'][number];

const languageIn = (search: URLSearchParams): Language => {
  const wanted = search.get('language');
  return isLanguage(wanted) ? wanted : 'en';
};

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { data } = await call('GET /v1/admin/mail-kinds');
  const { searchParams } = new URL(request.url);
  const wanted = searchParams.get('kind');
  const language = languageIn(searchParams);
  const kind = (data.find((row) => row.kind === wanted) ?? data[0])?.kind as 'confirm-email';
  return { kinds: data, open: await call('GET /v1/admin/mail-kinds/:kind', { params: { kind }, query: { language } }) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Container width="full" className={css.page}>
      <PageHead title="Mail templates" />
      <Skeleton lines={12} label="Loading the mail templates" />
    </Container>
  );
}

export default function MailKindsPage() {
  const { kinds, open } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const view = search.get('view') === 'text' ? 'text' : 'html';
  const language = languageIn(search);
  const groups = [...Map.groupBy(kinds, ({ to }) => to)];
  return (
    <Container width="full" className={css.page}>
      <PageHead title="Mail templates" about="Every e-mail we send, with sample data.">
        <SendSample key={open.kind} kind={open.kind} language={language} />
      </PageHead>
      <div className={css.columns}>
        <nav className={css.kinds} aria-label="Mail templates">
          {groups.map(([to, rows]) => (
            <section key={to}>
              <h2>To: {to.toLowerCase()}</h2>
              <ul>
                {rows.map((row) => (
                  <li key={row.kind}>
                    <Link
                      to={pathOf(row, view, language)}
                      aria-current={row.kind === open.kind ? 'page' : undefined}
                      preventScrollReset
                    >
                      {row.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <section className={css.sample} aria-labelledby="sample">
          <h2 id="sample">{open.label}</h2>
          <KeyValue
            rows={[
              ['Subject', open.subject],
              ['Sent when', open.when],
            ]}
          />
          <p className={css.views}>
            <Link
              to={pathOf(open, 'html', language)}
              aria-current={view === 'html' ? 'true' : undefined}
              preventScrollReset
            >
              HTML
            </Link>
            <Link
              to={pathOf(open, 'text', language)}
              aria-current={view === 'text' ? 'true' : undefined}
              preventScrollReset
            >
              Plain text
            </Link>
            <span className={css.divider} aria-hidden="true" />
            {languages.map((each) => (
              <Link
                key={each}
                to={pathOf(open, view, each)}
                aria-current={each === language ? 'true' : undefined}
                lang={each}
                preventScrollReset
              >
                {languageNames[each]}
              </Link>
            ))}
          </p>
          {view === 'text' ? (
            <Card className={css.text}>{open.text}</Card>
          ) : (
            <iframe
              key={`${open.kind} ${language}`}
              className={css.frame}
              src={`/api/v1/admin/mail-kinds/${open.kind}/html?language=${language}`}
              title={`Sample: ${open.subject}`}
              sandbox=""
            />
          )}
        </section>
      </div>
    </Container>
  );
}

const pathOf = ({ kind }: Pick<Row, 'kind'>, view: 'html' | 'text', language: Language) =>
  `/admin/mail-kinds?kind=${kind}${view === 'text' ? '&view=text' : ''}${language === 'en' ? '' : `&language=${language}`}`;

function SendSample({ kind, language }: { kind: string; language: Language }) {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const params = { kind: kind as 'confirm-email' };
      const { to } = await call('POST /v1/admin/mail-kinds/:kind/test', { params, body: { language } });
      toast(`A sample is on its way to ${to}.`);
    } catch (error) {
      toast(errorText(error, 'The sample could not be sent. Try again.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void send()}>
      Send a sample to me
    </Button>
  );
}
