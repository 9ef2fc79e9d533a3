import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';

/** Serves the sources to the browser, which takes over changes without a reload; only `npm run dev` uses it. */
export async function startDevServer(server: Server) {
  const vite = await createServer({
    root: import.meta.dirname,
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    /** Answers requests for sources; `next` gets all others. */
    middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) =>
      vite.middlewares(request, response, next),
    /** What a build would be, made of the sources as they are now. */
    load: () => vite.ssrLoadModule('virtual:react-router/server-build'),
    close: () => vite.close(),
  };
}
