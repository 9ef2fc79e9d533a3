import { fileURLToPath } from 'node:url';
import { chunkTimeoutMs } from '@tuneport/domain/settings/constants';
import type { Plugin } from 'vite';

const ourLoader = fileURLToPath(new URL('./src/shell/load-route-module.tsx', import.meta.url));

/**
 * Replaces a module of the router. If a new version has moved it, the build fails instead of silently dropping the
 * change.
 */
function replaceModule(name: string, file: RegExp, code: (id: string) => string, environment?: string): Plugin {
  let found = false;
  return {
    name,
    applyToEnvironment: (one) => environment === undefined || one.name === environment,
    load(id) {
      const [path = '', query] = id.split('?');
      if (!file.test(path) || query === 'whole') return null;
      found = true;
      return code(path);
    },
    generateBundle() {
      if (!found) this.error(`react-router has no ${file.source} any more. Find where it moved.`);
    },
  };
}

/** The router reloads the page when a chunk fails to load; our loader notifies the user instead (platform/chunk.ts). */
export const reportChunkFailures = (): Plugin =>
  replaceModule(
    'report-chunk-failures',
    /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/,
    () => `export { loadRouteModule } from ${JSON.stringify(ourLoader)};`,
  );

/** The router has no timeout for a style sheet; by then our loader has notified the user (platform/stylesheet.ts). */
export const limitStylesheetWait = (): Plugin => {
  let found = false;
  return {
    name: 'limit-stylesheet-wait',
    applyToEnvironment: (one) => one.name === 'client',
    transform(code, id) {
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/links\.js$/.test(id.split('?')[0] ?? '')) return null;
      const bounded = code.replace(
        /(async function prefetchStyleLink\(descriptor\) \{\s*return new Promise\(\(resolve\) => \{)/,
        `$1 setTimeout(resolve, ${chunkTimeoutMs});`,
      );
      found ||= bounded !== code;
      return bounded;
    },
    generateBundle() {
      if (!found) this.error('react-router loads style sheets in another way: see whether one that hangs is reported.');
    },
  };
};

/**
 * The router flattens and ranks all routes for each server-rendered page, and tries them one by one through their
 * layouts, about seven times per page: a third of the rendering time. Here the ranking is done once, routes are matched
 * by their full pattern first, and only the matching one is passed to the router.
 */
export const rankRoutesOnce = (): Plugin =>
  replaceModule('rank-routes-once', /react-router\/dist\/\w+\/lib\/router\/matcher\.js$/, matcher, 'ssr');

/**
 * Page data is sent to the browser as plain JSON (platform/server-handoff.ts). The router would encode it as
 * turbo-stream for each page, used or not, and decode it in the browser. Here encoding is lazy and handed-over data is
 * used unchanged; the browser loads the decoder only when it meets that format.
 */
export const plainPageData = (): Plugin[] => {
  const file = /react-router\/dist\/\w+\/vendor\/turbo-stream-v2\/turbo-stream\.js$/;
  const whole = (path: string) => JSON.stringify(`${path}?whole`);
  return [
    replaceModule('plain-page-data', file, (path) => plainDecoder(whole(path)), 'client'),
    replaceModule('lazy-page-data', file, (path) => lazyEncoder(whole(path)), 'ssr'),
  ];
};

/** Removes the router's instrumentation, which is not used. */
export const removeInstrumentation = (): Plugin =>
  replaceModule(
    'remove-instrumentation',
    /react-router\/dist\/\w+\/lib\/router\/instrumentation\.js$/,
    () => `
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = (router) => router;
export const instrumentHandler = (handler) => handler;
export const instrumentationResultMetaContext = {};
`,
    'client',
  );

/**
 * The styles of a page are removed with it, so the router marks the URLs of styles that a later chunk needs too, and
 * they are fetched again. Styles of the frame are never removed: without the mark they are not fetched again.
 */
export const shareFrameStyles = (): Plugin => {
  let found = false;
  return {
    name: 'share-frame-styles',
    applyToEnvironment: (one) => one.name === 'ssr',
    transform(code, id) {
      if (!id.includes('virtual:react-router/server-manifest')) return null;
      const unmarked = code.replaceAll(/(\/(?:react|frame)-[\w-]+\.css)#/g, '$1');
      found ||= unmarked !== code;
      return unmarked;
    },
    generateBundle() {
      if (!found) this.error('The router no longer marks the styles of the frame: see whether they are fetched twice.');
    },
  };
};

const plainDecoder = (whole: string) => `
export const decode = (stream, options) =>
  'handed' in stream
    ? Promise.resolve({ value: stream.handed, done: Promise.resolve() })
    : import(${whole}).then((form) => form.decode(stream, options));
export const encode = () => {
  throw new Error('Only the server encodes page data.');
};
`;

const lazyEncoder = (whole: string) => `
import { decode, encode as encodeWhole } from ${whole};
export { decode };
export function encode(value, options) {
  let reader;
  return new ReadableStream(
    {
      async pull(controller) {
        reader ??= encodeWhole(value, options).getReader();
        const part = await reader.read();
        if (part.done) controller.close();
        else controller.enqueue(part.value);
      },
      cancel: () => (reader ? reader.cancel() : options.onComplete?.()),
    },
    { highWaterMark: 0 },
  );
}
`;

const matcher = (id: string) => `
import { parsePath } from ${JSON.stringify(id.replace(/matcher\.js$/, 'history.js'))};
import { compilePath, decodePath, flattenAndRankRoutes, matchRoutesImpl, stripBasename } from ${JSON.stringify(id.replace(/matcher\.js$/, 'utils.js'))};

/** The ranked patterns of the build's routes, each with the indexes that lead to its route. Every request has the same routes. */
let ranked = [];
/** The patterns that can match a path, by its first segment; those that begin with a parameter are in every list. */
let byStart = new Map();
const anySegment = '*';

const startOf = (path) => path.replace(/^\\/+/, '').split('/', 1)[0].toLowerCase();
const indexOf = (ranked) => {
  const named = (path) => (/^[\\w-]+$/.test(startOf(path)) ? startOf(path) : anySegment);
  const starts = new Set([anySegment, ...ranked.map(({ path }) => named(path))]);
  return new Map([...starts].map((start) => [start, ranked.filter(({ path }) => [start, anySegment].includes(named(path)))]));
};

const walk = (routes, indexes) => {
  const chain = [];
  for (const at of indexes) {
    const route = (chain.at(-1)?.children ?? routes)[at];
    if (!route) return null;
    chain.push(route);
  }
  return chain;
};
const rank = (routes) =>
  flattenAndRankRoutes(routes).map(({ path, routesMeta }) => ({
    path,
    test: compilePath(path, false, true)[0],
    indexes: routesMeta.map((meta) => meta.childrenIndex),
    steps: routesMeta.map(({ route, ...meta }) => meta),
    id: routesMeta.at(-1).route.id,
  }));
const isRanked = (routes) => {
  const last = ranked.at(-1);
  return last !== undefined && walk(routes, last.indexes)?.at(-1)?.id === last.id;
};

export class V6RegExMatcher {
  #routes = [];
  #basename;
  constructor(basename) {
    this.#basename = basename;
  }
  update(routes) {
    this.#routes = routes;
    if (isRanked(routes)) return;
    ranked = rank(routes);
    byStart = indexOf(ranked);
  }
  match(location, allowPartial = false) {
    if (allowPartial) return matchRoutesImpl(this.#routes, location, this.#basename, true);
    const given = (typeof location === 'string' ? parsePath(location) : location).pathname || '/';
    const pathname = stripBasename(given, this.#basename);
    if (pathname == null) return null;
    const decoded = decodePath(pathname);
    for (const one of byStart.get(startOf(decoded)) ?? byStart.get(anySegment) ?? []) {
      if (!one.test.test(decoded)) continue;
      const chain = walk(this.#routes, one.indexes);
      if (chain?.at(-1)?.id !== one.id) return matchRoutesImpl(this.#routes, location, this.#basename, false);
      const routesMeta = one.steps.map((step, at) => ({ ...step, route: chain[at] }));
      const matches = matchRoutesImpl(this.#routes, location, this.#basename, false, [{ path: one.path, score: 0, routesMeta }]);
      if (matches) return matches;
    }
    return null;
  }
}
`;
