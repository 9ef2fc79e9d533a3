import { Writable } from 'node:stream';
import { withoutLanguage } from '@tuneport/domain/text/languages';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  matchRoutes,
  ServerRouter,
} from 'react-router';
import type { PageFacts } from './platform/api/server-interface.ts';
import { reportContext } from './platform/contexts.ts';
import { isBackOffice } from './platform/page.ts';
import { pageAnswer } from './platform/page-answer.ts';
import { handoffOf, withScripts } from './platform/server-handoff.ts';
import { type RouteRow, routedRows, routerPattern, rowOfPattern } from './route-table.ts';

export { setTextSource } from '@tuneport/domain/text/text';
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { audienceContext, callContext, reportContext, visitorContext } from './platform/contexts.ts';
export { inlineScripts } from './platform/inline-scripts.ts';
export { setTextFiles } from './platform/server-handoff.ts';

export const streamTimeout = 10_000;

// Renders the whole page into one string for browsers and crawlers, because only a complete page can be cached.
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const url = new URL(request.url);
  const handoff = await handoffOf(routerContext, knownRoutes(routerContext, withoutLanguage(url.pathname)));
  const page = <ServerRouter context={branchOf(routerContext)} url={url} />;
  const html = renderAtOnce(page) ?? (await renderInParts(page));
  headers.set('content-type', 'text/html; charset=utf-8');
  return pageAnswer(withScripts(html, handoff), { headers, status });
}

const waits = /<!--\$[?!]-->/;

/** Renders synchronously. Returns null if part of the page suspends or fails; the page is then rendered as a stream. */
function renderAtOnce(page: ReactElement): string | null {
  try {
    const html = renderToString(page);
    return waits.test(html) ? null : `<!DOCTYPE html>${html}`;
  } catch {
    return null;
  }
}

/** An error in any part rejects the whole page, so that the router renders its error page instead. */
function renderInParts(page: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const failures: unknown[] = [];
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        if (failures.length > 0) reject(failures[0]);
        else resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      // Otherwise React sends a large part hidden and reveals it with a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        pipe(sink);
      },
      onShellError: reject,
      onError(error) {
        failures.push(error);
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** The context reduced to the routes of this page: the router processes the whole manifest on every render. */
function branchOf(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]),
  );
  // The loader data is transferred separately (server-handoff.ts).
  const { serverHandoffStream: _, ...rest } = context;
  return { ...rest, manifest: { ...manifest, routes } };
}

/** The routes of the page and of every parent path, each with its layouts. */
function knownRoutes({ manifest, staticHandlerContext }: EntryContext, pathname: string): string[] {
  const known = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const add = (path: string) => {
    for (let id: string | undefined = pageFacts(path).id; id !== undefined; id = manifest.routes[id]?.parentId)
      known.add(id);
  };
  for (let end = pathname.lastIndexOf('/'); end > 0; end = pathname.lastIndexOf('/', end - 1))
    add(pathname.slice(0, end));
  add('/');
  return [...known];
}

/** A page that is missing, forbidden or waiting for the database is an expected response, not an error to report. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)) return;
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
    inOffice: isBackOffice(row.path),
  };
}

// Route matching ranks all given routes on every call, so only rows with the same first path segment are passed.
const startOf = (path: string) => path.split('/')[1]?.toLowerCase() ?? '';
const anyStart = matchable.filter(({ path }) => /^[:*]/.test(startOf(path)));
const byStart = new Map<string, typeof matchable>();
for (const row of matchable) {
  const start = startOf(row.path);
  if (!/^[:*]/.test(start)) byStart.set(start, [...(byStart.get(start) ?? anyStart), row]);
}

const fixedParts = new Set([
  '',
  ...matchable.flatMap(({ path }) =>
    path
      .toLowerCase()
      .split('/')
      .filter((part) => !/^[:*]/.test(part)),
  ),
]);

/** The parts of a path that patterns can distinguish: fixed segments, and the number of other segments between them. */
const shapeOf = (pathname: string) =>
  pathname
    .toLowerCase()
    .split('/')
    .map((part) => (fixedParts.has(part) ? part : ':'))
    .join('/');

const unknown: PageFacts = { id: 'R001', shared: false, tokenLink: false, guarded: false, inOffice: false };
const seen = new Map<string, PageFacts>();
const seenMax = 5000;

function factsAt(pathname: string): PageFacts {
  const match = matchRoutes(byStart.get(startOf(pathname)) ?? anyStart, pathname)?.at(-1);
  const row = match && rowOfPattern(match.route.path);
  return row ? factsOf(row) : unknown;
}

/** Derived from the route table alone, before anything is rendered. */
export function pageFacts(pathname: string): PageFacts {
  // An escaped character may belong to a fixed segment.
  if (pathname.includes('%')) return factsAt(pathname);
  const shape = shapeOf(pathname);
  const known = seen.get(shape);
  if (known) return known;
  const facts = factsAt(pathname);
  if (seen.size >= seenMax) seen.clear();
  seen.set(shape, facts);
  return facts;
}
