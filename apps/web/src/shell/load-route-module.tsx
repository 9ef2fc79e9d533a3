import { chunkFailureText } from '@tuneport/domain/settings/constants';
import { t } from '@tuneport/domain/text/text';
import { loadChunk } from '../platform/chunk.ts';
import { styleLoaded } from '../platform/stylesheet.ts';
import { ChunkFailure } from './pages/PageError.tsx';

type Route = { id: string; module: string; css?: readonly string[] };
type Modules = Record<string, unknown>;

// The router ignores an error thrown here, so a failed module is replaced by an error page.
const inItsPlace = {
  default: () => <ChunkFailure text={t(chunkFailureText)} />,
  clientLoader: () => null,
};

/**
 * Replaces the router's own loader (see vite.config.ts), which silently reloads the page when a module fails to load
 * and waits forever when the module or a style sheet hangs.
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
