import { chunkFailureText } from '@tuneport/domain/settings/constants';
import { loadChunk } from '../platform/chunk.ts';
import { styleLoaded } from '../platform/stylesheet.ts';
import { ChunkFailure } from './pages/PageError.tsx';

type Route = { id: string; module: string; css?: readonly string[] };
type Modules = Record<string, unknown>;

// The router swallows an error from here, so what failed to arrive is replaced by a page that says so.
const inItsPlace = {
  default: () => <ChunkFailure text={chunkFailureText} />,
  clientLoader: () => null,
};

/**
 * Stands in for the router's own loader (see vite.config.ts), which reloads the page without a word when a module does not
 * arrive and waits for ever when the module or one of its style sheets hangs.
 */
export async function loadRouteModule(route: Route, modules: Modules): Promise<unknown> {
  if (route.id in modules) return modules[route.id];
  try {
    const [module] = await loadChunk(() =>
      Promise.all([import(/* @vite-ignore */ route.module), ...(route.css ?? []).map((href) => styleLoaded(href))]),
    );
    modules[route.id] = module;
    return module;
  } catch (error) {
    console.error(error);
    return inItsPlace;
  }
}
