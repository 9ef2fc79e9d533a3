import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useMemo, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { PageError } from '../../shell/pages/PageError.tsx';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { type OpenLog, openShared, readFile, saveFile, uploadFailedTitle } from './open-log.ts';
import { SharePanel } from './panels/SharePanel.tsx';
import { AttachLog } from './review/AttachLog.tsx';
import { Studio } from './Studio.tsx';
import css from './start.module.css';
import type { ComparedLog } from './studio-log.ts';
import { readView, writeView } from './view.ts';

type About = CallReply<'GET /graph/:id/about'>;

async function load(api: Call, id: string): Promise<About> {
  try {
    return await api('GET /graph/:id/about', { params: { id } });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'not_found') throw data({ code: 'not_found' }, { status: 404 });
    throw error;
  }
}

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id ?? '');
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id ?? '');

/** The view is in the URL; changing it must not reload data from the server. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname;

export const meta = ({ loaderData }: { loaderData?: About }) => [
  { title: pageTitle(loaderData?.name ?? t('Log')) },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** A link can outlive its log, so the message must not suggest a mistyped URL. */
export function ErrorBoundary({ error }: { error: unknown }) {
  const gone = (
    <ErrorState
      headingLevel={1}
      title={t('This log is no longer available.')}
      step={
        <ButtonLink to="/graph" variant="primary">
          {t('Open another log')}
        </ButtonLink>
      }
    >
      {t('The link has expired, or the person who sent it deleted the log. Ask them for a new link.')}
    </ErrorState>
  );
  return <PageError error={error} missing={gone} />;
}

/** An uploaded log, for anyone with its link. */
export default function SharedGraphPage() {
  const about = useLoaderData<typeof loader>();
  const [query, setQuery] = useSearchParams();
  const stored = readView(query).comparedLogs;
  const [open, setOpen] = useState<OpenLog | null>(null);
  const [others, setOthers] = useState<Readonly<Record<string, OpenLog>>>({});
  /** A log that is drawn while it is being stored. */
  const [pending, setPending] = useState<OpenLog | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shared, setShared] = useState({ id: about.id, expiresAt: about.expires_at });
  useEffect(() => {
    let isHere = true;
    setShared({ id: about.id, expiresAt: about.expires_at });
    openShared(about.id, about.name).then(
      (found) => isHere && setOpen(found),
      (error: unknown) => isHere && setProblem(errorText(error, t('The log could not be loaded.'))),
    );
    return () => {
      isHere = false;
    };
  }, [about.id, about.name, about.expires_at]);
  const ids = [...new Set(stored.map(({ id }) => id))].join(' ');
  useEffect(() => {
    let isHere = true;
    for (const id of ids.split(' ').filter(Boolean))
      call('GET /graph/:id/about', { params: { id } })
        .then(({ name }) => openShared(id, name))
        .then(
          (found) => isHere && setOthers((now) => ({ ...now, [id]: found })),
          () => isHere && setProblem(t('A log that this link compares with is no longer available.')),
        );
    return () => {
      isHere = false;
    };
  }, [ids]);
  const storedKey = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the list identifies it
  const comparedLogs = useMemo<ComparedLog[]>(() => {
    const found = stored.flatMap(({ id, shiftS }) => (others[id] ? [{ open: others[id], shiftS }] : []));
    return pending ? [...found, { open: pending, shiftS: 0 }] : found;
  }, [storedKey, others, pending]);
  const compare = async (file: File) => {
    setProblem(null);
    try {
      const second = await readFile(file);
      setPending(second);
      const saved = await saveFile(file, second);
      setOthers((now) => ({ ...now, [saved.id]: second }));
      setQuery(
        (now) => writeView(now, { comparedLogs: [...readView(now).comparedLogs, { id: saved.id, shiftS: 0 }] }),
        {
          replace: true,
          preventScrollReset: true,
        },
      );
    } catch (error) {
      setProblem(errorText(error, t('The log could not be loaded.')));
    }
    setPending(null);
  };
  if (!open) {
    return (
      <Container className={css.start}>
        <h1>{about.name}</h1>
        {problem ? (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        ) : (
          <p role="status">{t('Loading {count} rows …', { count: about.rows })}</p>
        )}
      </Container>
    );
  }
  return (
    <Studio
      open={open}
      comparedLogs={comparedLogs}
      onOther={(file) => void compare(file)}
      share={<SharePanel shared={shared} open={open} onChanged={setShared} />}
      attach={<AttachLog id={about.id} />}
      status={
        problem ? (
          <Notice tone="bad" live title={t(uploadFailedTitle)}>
            {problem}
          </Notice>
        ) : (
          <span>{rich('Stored until {date}', { date: <DateText at={shared.expiresAt} show="date" /> })}</span>
        )
      }
    />
  );
}
