import { loadChunk } from './chunk.ts';

type Route = { id: string; module: string };
type Modules = Record<string, unknown>;

/**
 * Stands in for the router's own loader (see vite.config.ts), which reloads the page without a word when a module does not
 * arrive and waits for ever when it hangs. Here both end in an error that the page can tell people about.
 */
export async function loadRouteModule(route: Route, modules: Modules): Promise<unknown> {
  if (route.id in modules) return modules[route.id];
  const module = await loadChunk(() => import(/* @vite-ignore */ route.module));
  modules[route.id] = module;
  return module;
}
