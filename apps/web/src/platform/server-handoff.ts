import type { Language } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';
import type { EntryContext } from 'react-router';
import { hydratedEvent, hydratingEvent } from './hydrated.ts';

// Hydration data of a page, in place of the router's own scripts, which would be loaded and run before the first paint.
// It is embedded as data, which needs no permission in the policy; the one script that reads it is the same on every
// page.

type Manifest = EntryContext['manifest'];
type Route = NonNullable<Manifest['routes'][string]>;

/**
 * Runs after the first paint, because nothing visible needs it: until then the bandwidth belongs to styles and font. A
 * background page is never painted, so it starts immediately. Modules are fetched in parallel and evaluated one per
 * task, so that none blocks a slow phone for long. A button clicked before hydration starts is clicked again when
 * hydration is complete, in a task of its own so that React can hydrate that part first. React replays clicks made during
 * hydration; an earlier click is then dropped, so that no action runs twice. Links and forms work without React.
 */
export const startScript = `(function(){
var clicked,hydrating;
function onClick(e){clicked=hydrating?null:e.target.closest('button[type=button]')}
addEventListener('click',onClick,true);
addEventListener('${hydratingEvent}',function(){hydrating=1},{once:true});
addEventListener('${hydratedEvent}',function(){removeEventListener('click',onClick,true);setTimeout(function(){if(clicked&&clicked.isConnected)clicked.click()})},{once:true});
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

/** Values that survive a JSON round trip: strings, numbers, arrays and plain objects. */
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

/**
 * All modules a route may be split into. A missing one would render as nothing until the next render, unlike the
 * server's HTML.
 */
const filesOf = (route: Route): string[] =>
  [
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    route.module,
  ].filter((file) => file !== undefined);

/** The translation files of the build and the module that reads them; null for the development server, which has one file per language. */
let textFiles: ReadonlySet<string> | null = null;
export function setTextFiles(files: ReadonlySet<string>): void {
  textFiles = files;
}

function textsOf(files: Iterable<string>, language: Language): string[] {
  if (language === 'en') return [];
  if (!textFiles) return [`/@id/virtual:texts/${language}`];
  const known = [...files]
    .map((file) => file.replace(/\.js$/, `.${language}.js`))
    .filter((file) => textFiles?.has(file));
  return [...known, ...[...textFiles].filter((file) => /\/browser-texts-[^/]+\.js$/.test(file))];
}

function describe(
  manifest: Manifest,
  matched: readonly string[],
  known: readonly string[],
  language: Language,
): string {
  const routeOf = (id: string): Route => {
    const route = manifest.routes[id];
    if (!route) throw new Error(`The build has no route ${id}.`);
    return route;
  };
  const { sri: _, routes: __, ...rest } = manifest;
  const modules = matched.map((id) => [id, filesOf(routeOf(id))] as const);
  const own = modules.flatMap(([, files]) => files);
  const files = new Set([...manifest.entry.imports, ...own, ...matched.flatMap((id) => routeOf(id).imports ?? [])]);
  const texts = textsOf([...files, manifest.entry.module], language);
  const parts = {
    manifest: { ...rest, routes: Object.fromEntries(known.map((id) => [id, routeOf(id)])) },
    modules,
    /** All files, dependencies first. */
    files: [...texts, ...files, manifest.entry.module],
    base: [...(manifest.hmr ? [manifest.hmr.runtime] : []), ...texts, ...manifest.entry.imports],
  };
  return JSON.stringify(parts).slice(1, -1);
}

/** Cached per page shape, of which there are few. */
const shapes = new WeakMap<Manifest, Map<string, string>>();

function shapeOf(manifest: Manifest, matched: readonly string[], known: readonly string[]): string {
  const page = language();
  const all = shapes.get(manifest) ?? new Map<string, string>();
  shapes.set(manifest, all);
  const key = `${page} ${matched.join()} ${known.join()}`;
  const shape = all.get(key) ?? describe(manifest, matched, known, page);
  all.set(key, shape);
  return shape;
}

const escapeMarkup = (json: string): string => json.replaceAll('<', '\\u003c');

/** `known` are the routes the browser must be able to match: those of the page and of its parent paths. */
export async function handoffOf(context: EntryContext, known: readonly string[]): Promise<string> {
  const { manifest, serverHandoffString = '{}', serverHandoffStream, staticHandlerContext } = context;
  const { loaderData, actionData, errors, matches } = staticHandlerContext;
  const matched = matches.map(({ route }) => route.id);
  const state = { loaderData, actionData, errors };
  let content: string;
  // The router accepts plain state only in a build (router-plugins.ts), which has no HMR runtime.
  if (!manifest.hmr && isPlain(state)) {
    await serverHandoffStream?.cancel();
    content = `"state":${JSON.stringify(state)}`;
  } else content = `"stream":${JSON.stringify(await new Response(serverHandoffStream ?? null).text())}`;
  const shape = shapeOf(manifest, matched, known);
  return `{"context":${serverHandoffString},${shape},${escapeMarkup(content)}}`;
}

/** The page with its scripts at the end of the body, where they block nothing. */
export function withScripts(html: string, handoff: string): string {
  const end = html.lastIndexOf('</body>');
  if (end < 0) throw new Error('The page has no body.');
  const scripts = `<script id="handoff" type="application/json">${handoff}</script><script>${startScript}</script>`;
  return html.slice(0, end) + scripts + html.slice(end);
}
