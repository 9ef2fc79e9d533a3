import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { chunkFailureText } from '@tuneport/domain/settings/constants';
import { msg, t } from '@tuneport/domain/text/text';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { isChunkError, loadChunk } from '../../platform/chunk.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import css from '../shell.module.css';
import { pageTitle } from '../title.ts';

const ExpiredLink = lazy(() => loadChunk(() => import('./ExpiredLink.tsx')));
// Loaded on demand, because few visitors see them.
const pageLabels = () => loadChunk(() => import('../frame/page-labels.tsx'));
const ForbiddenText = lazy(() => pageLabels().then((file) => ({ default: file.ForbiddenText })));
const NoRecordText = lazy(() => pageLabels().then((file) => ({ default: file.NoRecordText })));
const NotFoundText = lazy(() => pageLabels().then((file) => ({ default: file.NotFoundText })));
const ToLogin = lazy(() => pageLabels().then((file) => ({ default: file.ToLogin })));

/** An address with values the API cannot read, such as half a code, belongs to no page. */
export function statusOf(error: unknown): number {
  const hasStatus = isRouteErrorResponse(error) || error instanceof ApiError || error instanceof Response;
  const status = hasStatus ? error.status : 500;
  return status === 422 ? 404 : status;
}

type Props = { error: unknown; bare?: boolean; office?: boolean; missing?: ReactNode };

/**
 * Error page shown in place of a page. `bare` is used when the layout could not be rendered, `office` in the back
 * office, where a record is missing, `missing` for a page with its own not-found message.
 */
export function PageError({ error, bare = false, office = false, missing }: Props): ReactNode {
  const status = statusOf(error);
  useReport(error, status);
  return (
    <div className={bare ? css.bareError : css.pageError}>
      {/* A page that failed has no title of its own. */}
      <title>{pageTitle(t(titles[status] ?? 'Something went wrong'))}</title>
      <Suspense>
        {status === 404 ? (missing ?? (office ? <NoRecordText /> : <NotFoundText />)) : describe(error, status)}
      </Suspense>
    </div>
  );
}

const titles: Readonly<Record<number, string | undefined>> = {
  401: msg('Log in'),
  403: msg('No access'),
  404: msg('Page not found'),
  410: msg('Link expired'),
  503: msg('Try again in a moment'),
};

function describe(error: unknown, status: number): ReactNode {
  if (isChunkError(error)) return <ChunkFailure text={t(chunkFailureText)} />;
  if (error instanceof ApiError && error.kind === 'offline') return <ChunkFailure text={error.message} />;
  if (status === 401) return <ToLogin />;
  if (status === 403) return <ForbiddenText />;
  if (status === 410) return <ExpiredLink />;
  return (
    <ErrorState
      headingLevel={1}
      title={status === 503 ? t('We will be right back.') : t('Something went wrong on our side.')}
      step={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('Reload page')}
          </Button>
          <ButtonLink to="/">{t('Go to home page')}</ButtonLink>
        </>
      }
    >
      {status === 503 ? t('The service is busy or restarting. Try again in a moment.') : t(unknownErrorText)}
    </ErrorState>
  );
}

export function ChunkFailure({ text }: { text: string }) {
  return (
    <ErrorState
      headingLevel={1}
      title={t('This could not be loaded.')}
      step={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('Reload')}
        </Button>
      }
    >
      {text}
    </ErrorState>
  );
}

function useReport(error: unknown, status: number): void {
  useEffect(() => {
    if (status < 500 || status === 503 || isChunkError(error)) return;
    console.error(error);
    const message = error instanceof Error ? `${error.name}: ${error.message}` : `page failed with ${status}`;
    call('POST /global/v1/client-error', {
      body: { message: message.slice(0, 4000), path: window.location.pathname },
    }).catch(() => {});
  }, [error, status]);
}
