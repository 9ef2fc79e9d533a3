import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  matchRoutes,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { reportContext } from './platform/contexts.ts';
import type { PageFacts } from './platform/server-door.ts';
import { type RouteRow, routedRows, routerPattern, rowOfPattern } from './route-table.ts';

export { createRequestHandler, RouterContextProvider } from 'react-router';
export { callContext, reportContext, visitorContext } from './platform/contexts.ts';

export const streamTimeout = 10_000;

// The whole page as one string, for people and robots alike: only then can the server hash its inline scripts for the
// content security policy and keep the page in its cache.
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const report = loadContext.get(reportContext);
  return new Promise((resolve, reject) => {
    let answer = status;
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        headers.set('content-type', 'text/html; charset=utf-8');
        resolve(new Response(Buffer.concat(chunks), { headers, status: answer }));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onAllReady() {
        pipe(sink);
      },
      onShellError: reject,
      onError(error) {
        answer = 500;
        report(error);
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** A page that is missing or closed is an answer, not a fault of ours. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(reportContext)(error);
};

const matchable = routedRows
  .filter((row) => !(row.vehicle && row.redirect))
  .map((row) => ({ id: row.id, path: routerPattern(row) }));

function factsOf(row: RouteRow): PageFacts {
  const tokenLink = row.marks.includes('token-link');
  const guarded = row.guard !== null;
  return {
    id: row.id,
    shared: !guarded && !tokenLink && row.kind !== 'redirect' && row.area !== 'auth' && row.id !== 'R001',
    tokenLink,
    guarded,
  };
}

// Matching ranks what it is given anew each time: only rows that begin like the address are asked.
const startOf = (path: string) => path.split('/')[1]?.toLowerCase() ?? '';
const anyStart = matchable.filter(({ path }) => /^[:*]/.test(startOf(path)));
const byStart = new Map<string, typeof matchable>();
for (const row of matchable) {
  const start = startOf(row.path);
  if (!/^[:*]/.test(start)) byStart.set(start, [...(byStart.get(start) ?? anyStart), row]);
}

const unknown: PageFacts = { id: 'R001', shared: false, tokenLink: false, guarded: false };
const seen = new Map<string, PageFacts>();
const seenMax = 5000;

/** Told from the route table alone, before anything is rendered. */
export function pageFacts(pathname: string): PageFacts {
  const known = seen.get(pathname);
  if (known) return known;
  const match = matchRoutes(byStart.get(startOf(pathname)) ?? anyStart, pathname)?.at(-1);
  const row = match && rowOfPattern(match.route.path);
  const facts = row ? factsOf(row) : unknown;
  if (seen.size >= seenMax) seen.clear();
  seen.set(pathname, facts);
  return facts;
}
