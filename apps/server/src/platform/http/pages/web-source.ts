import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { type Language, prefixOf } from '@tuneport/domain/text/languages';
import type { FastifyInstance } from 'fastify';
import type { WebBuild, WebEntry } from '../../../../../web/src/platform/api/server-interface.ts';
import { textSource } from '../../texts.ts';
import { assetFolders } from './asset-folders.ts';
import { hashOf } from './page-policy.ts';

export type Web = {
  readonly build: WebBuild;
  readonly entry: WebEntry;
  /** Renders a page in a language; its prefix in the address is the router's base name. */
  readonly handle: Readonly<Record<Language, ReturnType<WebEntry['createRequestHandler']>>>;
  /** Hashes of the inline scripts that a page may run. */
  readonly scripts: readonly string[];
};

/** Where the web app comes from: a build, or its sources during development. */
export type WebSource = {
  readonly isBuilt: boolean;
  /** Serves static files. */
  mountFiles(app: FastifyInstance, nowMs: number): Promise<void>;
  current(): Web;
};

export function webOf(build: WebBuild, mode: 'production' | 'development'): Web {
  const entry = build.entry.module;
  entry.setTextSource(textSource);
  const handlerOf = (language: Language) =>
    entry.createRequestHandler({ ...build, basename: prefixOf(language) || '/' }, mode);
  return {
    build,
    entry,
    handle: { en: handlerOf('en'), de: handlerOf('de'), fr: handlerOf('fr') },
    scripts: entry.inlineScripts.map(hashOf),
  };
}

/**
 * `buildDir` is created by `react-router build apps/web`. A tab opened before a deploy finds its files in
 * `keepAssetsIn`.
 */
export async function builtWeb(buildDir: string, keepAssetsIn?: string): Promise<WebSource> {
  const file = join(buildDir, 'server/index.js');
  if (!existsSync(file)) throw new Error(`The web app is not built: ${file} is missing.`);
  const web = webOf(await import(pathToFileURL(file).href), 'production');
  const assets = await readdir(join(buildDir, 'client/assets'));
  web.entry.setTextFiles(
    new Set(
      assets.filter((name) => /\.(de|fr)\.js$|^browser-texts-.*\.js$/.test(name)).map((name) => `/assets/${name}`),
    ),
  );
  return {
    isBuilt: true,
    mountFiles: (app, nowMs) => mountBuiltFiles(app, join(buildDir, 'client'), keepAssetsIn, nowMs),
    current: () => web,
  };
}

async function mountBuiltFiles(
  app: FastifyInstance,
  client: string,
  keepAssetsIn: string | undefined,
  nowMs: number,
): Promise<void> {
  const assets = join(client, 'assets');
  const folderOf = await assetFolders(assets, keepAssetsIn, nowMs);
  // Its own route would list the folder of thousands of files at each request.
  await app.register(fastifyStatic, {
    root: assets,
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    etag: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      reply.header('vary', 'accept-encoding').header('cache-control', cacheControlOf(path, client));
      // A worker has the policy of its own file: this one may fetch only from this origin.
      if (isWorker(path)) reply.header('content-security-policy', "default-src 'self'");
    },
  });
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const folder = await folderOf(request.params.name);
    return folder ? reply.sendFile(request.params.name, folder) : reply.callNotFound();
  });
  for (const file of await readdir(client, { withFileTypes: true })) {
    if (!file.isFile() || /\.(br|gz|html)$/.test(file.name)) continue;
    app.get(`/${file.name}`, (_request, reply) => reply.sendFile(file.name, client, { cacheControl: false }));
  }
}

/** The file itself or one of its compressed copies. */
const isWorker = (path: string): boolean => /\/sw\.js(\.br|\.gz)?$/.test(path);

/**
 * Asset names contain their content hash; a new service worker must not be delayed; the rest is small and rarely
 * requested.
 */
function cacheControlOf(path: string, client: string): string {
  if (isWorker(path)) return 'no-cache';
  return dirname(path) === client ? 'public, max-age=3600' : 'public, max-age=31536000, immutable';
}
