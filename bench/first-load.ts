import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const brotli = promisify(brotliCompress);
const build = fileURLToPath(new URL('../apps/web/build', import.meta.url));

type Chunk = { module: string; imports?: string[]; css?: string[] };
type Assets = { entry: Chunk; routes: Record<string, Chunk | undefined> };

export type FirstLoad = { js: string[]; jsBrBytes: number; cssBrBytes: number };

/** The files a browser loads to show and hydrate one page: entry, root, layout and page. */
export async function firstLoad(routes: readonly string[]): Promise<FirstLoad> {
  const entry = join(build, 'server/index.js');
  if (!existsSync(entry)) throw new Error('The web app is not built. Run: npm run build:web');
  const { assets } = (await import(pathToFileURL(entry).href)) as { assets: Assets };
  const chunks = [assets.entry, ...routes.map((id) => assets.routes[id])];
  if (chunks.includes(undefined)) throw new Error(`The build does not have all of ${routes.join(', ')}.`);
  const js = new Set(chunks.flatMap((chunk) => [chunk?.module ?? '', ...(chunk?.imports ?? [])]));
  const css = new Set(chunks.flatMap((chunk) => (chunk?.css ?? []).map((file) => file.replace(/#.*$/, ''))));
  const sum = async (files: Set<string>) => {
    let bytes = 0;
    for (const file of files) bytes += await sentBytes(join(build, 'client', file));
    return bytes;
  };
  return { js: [...js], jsBrBytes: await sum(js), cssBrBytes: await sum(css) };
}

/** The transferred size: files too small to compress are sent as they are. */
async function sentBytes(file: string): Promise<number> {
  if (existsSync(`${file}.br`)) return (await readFile(`${file}.br`)).length;
  const content = await readFile(file);
  return content.length < 512 ? content.length : (await brotli(content)).length;
}
