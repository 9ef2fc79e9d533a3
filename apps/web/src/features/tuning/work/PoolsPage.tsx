import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Container, Row } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import css from '../request/request.module.css';
import { requestedWorkLabel } from '../request/request-labels.tsx';
import { Board } from './Board.tsx';

export const meta = () => [{ title: pageTitle(t('Queues')) }];

/** A free tuner takes the oldest: a longer list would only push the board down. */
const rowsShown = 10;

async function load(api: Call) {
  const [{ data: pools }, { data: pipeline }] = await Promise.all([api('GET /tune-pools'), api('GET /pipeline', {})]);
  const queues = await Promise.all(pools.map(({ id }) => api('GET /tune-pools/:id', { params: { id } })));
  return { queues, pipeline, nowMs: Date.now() };
}

export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = (_: ClientLoaderFunctionArgs) => load(call);

/** Waiting requests, one queue per brand, and requests in progress by step. */
export default function PoolsPage() {
  const { queues, pipeline, nowMs } = useLoaderData<typeof loader>();
  return (
    <Container className={css.page}>
      <Row between>
        <h1>{t('Queues')}</h1>
        <ButtonLink to="/tuner">{t('Earnings')}</ButtonLink>
      </Row>
      {queues.length === 0 ? (
        <EmptyState title={t('Queues of your brands appear here.')}>
          {t('Staff add your company to a brand. Its paid requests then wait here for a tuner.')}
        </EmptyState>
      ) : (
        queues.map((queue) => (
          <section key={queue.id} className={css.stack} aria-labelledby={`queue-${queue.id}`}>
            <h2 id={`queue-${queue.id}`}>
              {queue.name} <span className={css.quiet}>{t('{count} waiting', { count: queue.waiting })}</span>
            </h2>
            {queue.requests.length === 0 ? (
              <p className={css.quiet}>{t('Nothing waiting.')}</p>
            ) : (
              <ul className={css.hits}>
                {queue.requests.slice(0, rowsShown).map((request) => (
                  <li key={request.id}>
                    <span>
                      <Link to={`/tuning/request/${request.id}/status`} discover="none">
                        {request.vehicle}
                      </Link>
                      <br />
                      <span className={css.quiet}>
                        {request.number} · {requestedWorkLabel(request)}
                        {request.promised_at ? (
                          <>
                            {' · '}
                            {rich('due {when}', { when: <DateText at={request.promised_at} show="relative" /> })}
                          </>
                        ) : null}
                      </span>
                    </span>
                    <Take pool={queue.id} request={request.id} />
                  </li>
                ))}
              </ul>
            )}
            {queue.waiting > rowsShown ? (
              <p className={css.quiet}>
                {t('The requests that have waited longest.')}{' '}
                <TextLink to="/admin/tune-requests?state=queued">{t('See all')}</TextLink>
              </p>
            ) : null}
          </section>
        ))
      )}
      <section className={css.stack} aria-labelledby="pipeline">
        <h2 id="pipeline">{t('Board')}</h2>
        <Board steps={pipeline} nowMs={nowMs} />
      </section>
    </Container>
  );
}

function Take({ pool, request }: { pool: number; request: number }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      await call('POST /tune-pools/:id/requests/:requestId/take', {
        params: { id: pool, requestId: request },
        once: true,
      });
      await navigate(`/tuning/request/${request}/files`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, { tone: 'bad' });
      void revalidate();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" busy={busy} onClick={() => void take()}>
      {t('Take request')}
    </Button>
  );
}
