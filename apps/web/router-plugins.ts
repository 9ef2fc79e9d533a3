import { fileURLToPath } from 'node:url';
import { chunkTimeoutMs } from '@tuneport/domain/settings/constants';
import type { Plugin } from 'vite';

const ourLoader = fileURLToPath(new URL('./src/shell/load-route-module.tsx', import.meta.url));

/**
 * Replaces a module of the router. If a new version has moved it, the build fails instead of silently dropping the
 * change.
 */
function inPlaceOf(name: string, file: RegExp, code: (id: string) => string, environment?: string): Plugin {
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
      if (!found) this.error(`react-router has no ${file.source} any more: look where it went.`);
    },
  };
}

/** The router reloads the page when a chunk fails to load; our loader notifies the user instead (platform/chunk.ts). */
export const reportChunkFailures = (): Plugin =>
  inPlaceOf(
    'report-chunk-failures',
    /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/,
    () => `export { loadRouteModule } from ${JSON.stringify(ourLoader)};`,
  );

/** The router has no timeout for a style sheet; by then our loader has notified the user (platform/stylesheet.ts). */
export const styleSheetsAreBounded = (): Plugin => {
  let found = false;
  return {
    name: 'style-sheets-are-bounded',
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
export const serverMatchesOnce = (): Plugin =>
  inPlaceOf('server-matches-once', /react-router\/dist\/\w+\/lib\/router\/matcher\.js$/, matcher, 'ssr');

/**
 * Page data is sent to the browser as plain JSON (platform/server-handoff.ts). The router would encode it as
 * turbo-stream for each page, used or not, and decode it in the browser. Here encoding is lazy and handed-over data is
 * used unchanged; the browser loads the decoder only when it meets that format.
 */
export const dataAsItIs = (): Plugin[] => {
  const file = /react-router\/dist\/\w+\/vendor\/turbo-stream-v2\/turbo-stream\.js$/;
  const whole = (path: string) => JSON.stringify(`${path}?whole`);
  return [
    inPlaceOf('data-as-it-is', file, (path) => readAsItIs(whole(path)), 'client'),
    inPlaceOf('data-written-when-read', file, (path) => writtenWhenRead(whole(path)), 'ssr'),
  ];
};

/** Removes the router's instrumentation, which is not used. */
export const routerUnwatched = (): Plugin =>
  inPlaceOf(
    'router-unwatched',
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
export const frameStylesOnce = (): Plugin => {
  let found = false;
  return {
    name: 'frame-styles-once',
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

const readAsItIs = (whole: string) => `
export const decode = (stream, options) =>
  'handed' in stream
    ? Promise.resolve({ value: stream.handed, done: Promise.resolve() })
    : import(${whole}).then((form) => form.decode(stream, options));
export const encode = () => {
  throw new Error('Only the server writes this form.');
};
`;

const writtenWhenRead = (whole: string) => `
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

/** Route sets of one build have the same shape: its ranked patterns, each with the way down to its route. */
let ranked = [];
/** Those that an address can mean, by how it begins: what begins with a name of its own, and with what begins with anything. */
let byStart = new Map();
const anything = '*';

const startOf = (path) => path.replace(/^\\/+/, '').split('/', 1)[0].toLowerCase();
const indexOf = (ranked) => {
  const named = (path) => (/^[\\w-]+$/.test(startOf(path)) ? startOf(path) : anything);
  const starts = new Set([anything, ...ranked.map(({ path }) => named(path))]);
  return new Map([...starts].map((start) => [start, ranked.filter(({ path }) => [start, anything].includes(named(path)))]));
};

const walk = (routes, way) => {
  const chain = [];
  for (const at of way) {
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
    way: routesMeta.map((meta) => meta.childrenIndex),
    steps: routesMeta.map(({ route, ...meta }) => meta),
    id: routesMeta.at(-1).route.id,
  }));
const isOf = (routes) => {
  const last = ranked.at(-1);
  return last !== undefined && walk(routes, last.way)?.at(-1)?.id === last.id;
};

export class V6RegExMatcher {
  #routes = [];
  #basename;
  constructor(basename) {
    this.#basename = basename;
  }
  update(routes) {
    this.#routes = routes;
    if (isOf(routes)) return;
    ranked = rank(routes);
    byStart = indexOf(ranked);
  }
  match(location, allowPartial = false) {
    if (allowPartial) return matchRoutesImpl(this.#routes, location, this.#basename, true);
    const given = (typeof location === 'string' ? parsePath(location) : location).pathname || '/';
    const pathname = stripBasename(given, this.#basename);
    if (pathname == null) return null;
    const decoded = decodePath(pathname);
    for (const one of byStart.get(startOf(decoded)) ?? byStart.get(anything) ?? []) {
      if (!one.test.test(decoded)) continue;
      const chain = walk(this.#routes, one.way);
      if (chain?.at(-1)?.id !== one.id) return matchRoutesImpl(this.#routes, location, this.#basename, false);
      const routesMeta = one.steps.map((step, at) => ({ ...step, route: chain[at] }));
      const matches = matchRoutesImpl(this.#routes, location, this.#basename, false, [{ path: one.path, score: 0, routesMeta }]);
      if (matches) return matches;
    }
    return null;
  }
}
`;
