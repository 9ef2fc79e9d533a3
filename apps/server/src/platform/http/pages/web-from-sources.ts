import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { WebBuild } from '../../../../../web/src/platform/api/server-interface.ts';
import { type Web, type WebSource, webOf } from './web-source.ts';

type DevServer = {
  middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  load(): Promise<WebBuild>;
  close(): Promise<void>;
};

/** For `npm run dev`: pages are built from the sources at each request, with hot reloading in the browser. */
export function webFromSources(webDir: string): WebSource {
  let web: Web | undefined;
  return {
    isBuilt: false,
    async mountFiles(app: FastifyInstance) {
      const { startDevServer } = (await import(pathToFileURL(join(webDir, 'dev-server.ts')).href)) as {
        startDevServer(server: Server): Promise<DevServer>;
      };
      const dev = await startDevServer(app.server);
      app.addHook('onClose', () => dev.close());
      // Loaded while the rest of the server starts; errors in the sources are reported by the first page.
      dev.load().catch(() => {});
      app.addHook('onRequest', (request, reply, done) => dev.middleware(request.raw, reply.raw, done));
      app.addHook('onRequest', async (request) => {
        if (!request.url.startsWith('/api/')) web = webOf(await dev.load(), 'development');
      });
    },
    current() {
      if (!web) throw new Error('No page has been requested yet.');
      return web;
    },
  };
}
