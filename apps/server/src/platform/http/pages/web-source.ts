import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { type Language, prefixOf } from '@tuneport/domain/text/languages';
import type { FastifyInstance } from 'fastify';
import type { WebBuild, WebEntry } from '../../../../../web/src/platform/api/server-interface.ts';
import { textSource } from '../../texts.ts';
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
  if (keepAssetsIn) await keepAssets(assets, keepAssetsIn, nowMs);
  await app.register(fastifyStatic, {
    root: keepAssetsIn ? [assets, keepAssetsIn] : assets,
    prefix: '/assets/',
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
  for (const file of await readdir(client, { withFileTypes: true })) {
    if (!file.isFile() || /\.(br|gz|html)$/.test(file.name)) continue;
    app.get(`/${file.name}`, (_request, reply) => reply.sendFile(file.name, client, { cacheControl: false }));
  }
}

const keepAssetsMs = 30 * 24 * 3600 * 1000;

/** Copies this build's assets with a new mtime; assets unused by any build for a month are removed. */
async function keepAssets(from: string, to: string, nowMs: number): Promise<void> {
  await mkdir(to, { recursive: true });
  await cp(from, to, { recursive: true, force: false, errorOnExist: false });
  const now = new Date(nowMs);
  for (const name of await readdir(from)) await utimes(join(to, name), now, now);
  for (const name of await readdir(to)) {
    if ((await stat(join(to, name))).mtimeMs < nowMs - keepAssetsMs) await rm(join(to, name), { force: true });
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
