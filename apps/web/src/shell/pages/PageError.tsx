import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { chunkFailureText } from '@tuneport/domain/settings/constants';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { beforeLoginCookie } from '../../platform/before-login.ts';
import { isChunkError } from '../../platform/chunk.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ForbiddenText, NoRecordText, NotFoundText } from '../frame/page-labels.tsx';
import css from '../shell.module.css';
import { pageTitle } from '../title.ts';
import { useLoginLink } from '../use-login-link.ts';

const ExpiredLink = lazy(() => import('./ExpiredLink.tsx'));

const statusOf = (error: unknown): number =>
  isRouteErrorResponse(error) || error instanceof ApiError
    ? error.status
    : error instanceof Response
      ? error.status
      : 500;

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
      <title>{pageTitle(titles[status] ?? 'Something went wrong')}</title>
      {status === 404 ? (missing ?? (office ? <NoRecordText /> : <NotFoundText />)) : describe(error, status)}
    </div>
  );
}

const titles: Readonly<Record<number, string | undefined>> = {
  401: 'Log in',
  403: 'No access',
  404: 'Page not found',
  410: 'Link expired',
  503: 'Try again in a moment',
};

function describe(error: unknown, status: number): ReactNode {
  if (isChunkError(error)) return <ChunkFailure text={chunkFailureText} />;
  if (error instanceof ApiError && error.kind === 'offline') return <ChunkFailure text={error.message} />;
  if (status === 401) return <ToLogin />;
  if (status === 403) return <ForbiddenText />;
  if (status === 410)
    return (
      <Suspense>
        <ExpiredLink />
      </Suspense>
    );
  return (
    <ErrorState
      headingLevel={1}
      title={status === 503 ? 'We will be right back.' : 'Something went wrong on our side.'}
      step={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload page
          </Button>
          <ButtonLink to="/">Go to home page</ButtonLink>
        </>
      }
    >
      {status === 503 ? 'The service is busy or restarting. Try again in a moment.' : unknownErrorText}
    </ErrorState>
  );
}

export function ChunkFailure({ text }: { text: string }) {
  return (
    <ErrorState
      headingLevel={1}
      title="This could not be loaded."
      step={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      {text}
    </ErrorState>
  );
}

/** The session ended while the page was open. */
function ToLogin() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const login = useLoginLink();
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = beforeLoginCookie(pathname + search, new Date(), window.location.protocol === 'https:');
    call('GET /auth/redirect', { query: { return: pathname + search } }).then(
      ({ url }) => (url.startsWith('/') ? navigate(url, { replace: true }) : window.location.assign(url)),
      () => {},
    );
  }, [pathname, search, navigate]);
  return (
    <ErrorState
      art="lock"
      headingLevel={1}
      title="Please log in to continue."
      step={<ButtonLink {...login}>Log in</ButtonLink>}
    >
      Your session has ended. Log in to return to this page. Saved changes are safe.
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
