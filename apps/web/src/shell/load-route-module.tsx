import { chunkFailureText } from '@tuneport/domain/constants';
import { loadChunk } from '../platform/chunk.ts';
import { ChunkFailure } from './PageError.tsx';

type Route = { id: string; module: string };
type Modules = Record<string, unknown>;

// The router swallows an error from here, so what failed to arrive is replaced by a page that says so.
const inItsPlace = {
  default: () => <ChunkFailure text={chunkFailureText} />,
  clientLoader: () => null,
};

/**
 * Stands in for the router's own loader (see vite.config.ts), which reloads the page without a word when a module does not
 * arrive and waits for ever when it hangs.
 */
export async function loadRouteModule(route: Route, modules: Modules): Promise<unknown> {
  if (route.id in modules) return modules[route.id];
  try {
    modules[route.id] = await loadChunk(() => import(/* @vite-ignore */ route.module));
    return modules[route.id];
  } catch (error) {
    console.error(error);
    return inItsPlace;
  }
}
