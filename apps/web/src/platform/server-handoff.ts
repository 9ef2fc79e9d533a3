import type { EntryContext } from 'react-router';

// What a page hands over to the app that wakes up in the browser, in place of the router's own scripts, which would be
// fetched and run before the page is painted. It stands in the page as data, which no policy has to allow; the one script
// that reads it is the same on every page.

type Manifest = EntryContext['manifest'];
type Route = NonNullable<Manifest['routes'][string]>;

/**
 * Begins after the first paint, since nothing that is seen needs it: until then the line belongs to the styles and the font.
 * A page in the background is never painted and begins at once. The modules are fetched together and taken up one after
 * the other, so that none of them keeps a slow phone from answering for long.
 */
export const startScript = `(function(){
function begin(){
var h=JSON.parse(document.getElementById('handoff').textContent),c=h.context;
c.stream=h.stream===undefined?{handed:h.state}:new ReadableStream({start:function(s){s.enqueue(h.stream);s.close()}}).pipeThrough(new TextEncoderStream());
window.__reactRouterContext=c;window.__reactRouterManifest=h.manifest;
h.files.forEach(function(f){var l=document.createElement('link');l.rel='modulepreload';l.href=f;document.head.append(l)});
var r=window.__reactRouterRouteModules={},steps=[['',h.base]].concat(h.modules,[['',[h.manifest.entry.module]]]);
(function next(i){
if(i<steps.length)Promise.all(steps[i][1].map(function(f){return import(f)})).then(function(all){
if(steps[i][0])r[steps[i][0]]=all.length>1?Object.assign.apply(null,[{}].concat(all)):all[0];
setTimeout(next,0,i+1)})})(0)}
if(document.hidden)begin();else requestAnimationFrame(function(){setTimeout(begin)})})()`;

/** Strings, numbers, lists and plain records: what JSON gives back as it was. */
function isPlain(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object': {
      if (value === null) return true;
      if (Array.isArray(value)) return value.every((inner) => inner !== undefined && isPlain(inner));
      const prototype = Object.getPrototypeOf(value);
      if (prototype !== Object.prototype && prototype !== null) return false;
      for (const name in value) if (!isPlain((value as Record<string, unknown>)[name])) return false;
      return true;
    }
    default:
      return false;
  }
}

/** All pieces a route may be cut into. One that is left out is drawn as nothing until the next render, beside what the server drew. */
const filesOf = (route: Route): string[] =>
  [
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    route.module,
  ].filter((file) => file !== undefined);

function describe(manifest: Manifest, matched: readonly string[], known: readonly string[]): string {
  const routeOf = (id: string): Route => {
    const route = manifest.routes[id];
    if (!route) throw new Error(`The build has no route ${id}.`);
    return route;
  };
  const { sri: _, routes: __, ...rest } = manifest;
  const modules = matched.map((id) => [id, filesOf(routeOf(id))] as const);
  const own = modules.flatMap(([, files]) => files);
  const files = new Set([...manifest.entry.imports, ...own, ...matched.flatMap((id) => routeOf(id).imports ?? [])]);
  const parts = {
    manifest: { ...rest, routes: Object.fromEntries(known.map((id) => [id, routeOf(id)])) },
    modules,
    /** Everything, those first that the others stand on. */
    files: [...files, manifest.entry.module],
    base: [...(manifest.hmr ? [manifest.hmr.runtime] : []), ...manifest.entry.imports],
  };
  return JSON.stringify(parts).slice(1, -1);
}

/** The same for all pages of one shape, of which there are few. */
const shapes = new WeakMap<Manifest, Map<string, string>>();

function shapeOf(manifest: Manifest, matched: readonly string[], known: readonly string[]): string {
  const all = shapes.get(manifest) ?? new Map<string, string>();
  shapes.set(manifest, all);
  const key = `${matched.join()} ${known.join()}`;
  const shape = all.get(key) ?? describe(manifest, matched, known);
  all.set(key, shape);
  return shape;
}

const unmarked = (json: string): string => json.replaceAll('<', '\\u003c');

/** `known` are the routes the browser must not mistake for others: those of the page and of what its address begins with. */
export async function handoffOf(context: EntryContext, known: readonly string[]): Promise<string> {
  const { manifest, serverHandoffString = '{}', serverHandoffStream, staticHandlerContext } = context;
  const { loaderData, actionData, errors, matches } = staticHandlerContext;
  const matched = matches.map(({ route }) => route.id);
  const state = { loaderData, actionData, errors };
  let content: string;
  // The router takes plain state only in a build (router-plugins.ts), which has no runtime for updates in place.
  if (!manifest.hmr && isPlain(state)) {
    await serverHandoffStream?.cancel();
    content = `"state":${JSON.stringify(state)}`;
  } else content = `"stream":${JSON.stringify(await new Response(serverHandoffStream ?? null).text())}`;
  const shape = shapeOf(manifest, matched, known);
  return `{"context":${serverHandoffString},${shape},${unmarked(content)}}`;
}

/** The page with its scripts at the end of its body, where nothing waits for them. */
export function withScripts(html: string, handoff: string): string {
  const end = html.lastIndexOf('</body>');
  if (end < 0) throw new Error('The page has no body.');
  const scripts = `<script id="handoff" type="application/json">${handoff}</script><script>${startScript}</script>`;
  return html.slice(0, end) + scripts + html.slice(end);
}
