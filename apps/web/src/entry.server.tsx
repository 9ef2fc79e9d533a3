import { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  matchRoutes,
  ServerRouter,
} from 'react-router';
import type { PageFacts } from './platform/api/server-door.ts';
import { reportContext } from './platform/contexts.ts';
import { pageAnswer } from './platform/page-answer.ts';
import { handoffOf, withScripts } from './platform/server-handoff.ts';
import { type RouteRow, routedRows, routerPattern, rowOfPattern } from './route-table.ts';

export { createRequestHandler, RouterContextProvider } from 'react-router';
export { audienceContext, callContext, reportContext, visitorContext } from './platform/contexts.ts';
export { inlineScripts } from './platform/inline-scripts.ts';

export const streamTimeout = 10_000;

// The whole page as one string, for people and robots alike: only then can the server keep the page in its cache.
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const url = new URL(request.url);
  const handoff = await handoffOf(routerContext, knownRoutes(routerContext, url.pathname));
  const page = <ServerRouter context={branchOf(routerContext)} url={url} />;
  const html = renderAtOnce(page) ?? (await renderInParts(page));
  headers.set('content-type', 'text/html; charset=utf-8');
  return pageAnswer(withScripts(html, handoff), { headers, status });
}

const waits = /<!--\$[?!]-->/;

/** Straight into a string. null when a part of the page has to be waited for, or fails: then it is made the long way. */
function renderAtOnce(page: ReactElement): string | null {
  try {
    const html = renderToString(page);
    return waits.test(html) ? null : `<!DOCTYPE html>${html}`;
  } catch {
    return null;
  }
}

/** A part that fails fails the page: the router then tells it in the page's place. */
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
      // A large part would else come hidden, for a script to show.
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

/** The context with the routes of this page alone: the router takes all it is given apart for each page. */
function branchOf(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]),
  );
  // What the page is made of goes over in its own way (server-handoff.ts).
  const { serverHandoffStream: _, ...rest } = context;
  return { ...rest, manifest: { ...manifest, routes } };
}

/** The routes of the page and of what its address begins with, each with its layouts. */
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

/** A page that is missing, closed or has to wait for the database is an answer, not a fault of ours. */
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

const fixedParts = new Set([
  '',
  ...matchable.flatMap(({ path }) =>
    path
      .toLowerCase()
      .split('/')
      .filter((part) => !/^[:*]/.test(part)),
  ),
]);

/** All patterns can tell apart: the parts that some of them name, and how many others stand between. */
const shapeOf = (pathname: string) =>
  pathname
    .toLowerCase()
    .split('/')
    .map((part) => (fixedParts.has(part) ? part : ':'))
    .join('/');

const unknown: PageFacts = { id: 'R001', shared: false, tokenLink: false, guarded: false };
const seen = new Map<string, PageFacts>();
const seenMax = 5000;

function factsAt(pathname: string): PageFacts {
  const match = matchRoutes(byStart.get(startOf(pathname)) ?? anyStart, pathname)?.at(-1);
  const row = match && rowOfPattern(match.route.path);
  return row ? factsOf(row) : unknown;
}

/** Told from the route table alone, before anything is rendered. */
export function pageFacts(pathname: string): PageFacts {
  // An escaped letter may be one of a part with a name.
  if (pathname.includes('%')) return factsAt(pathname);
  const shape = shapeOf(pathname);
  const known = seen.get(shape);
  if (known) return known;
  const facts = factsAt(pathname);
  if (seen.size >= seenMax) seen.clear();
  seen.set(shape, facts);
  return facts;
}
