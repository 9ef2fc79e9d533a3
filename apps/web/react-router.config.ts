import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Files are compressed once at build time, so that the server only sends them. */
async function compressFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|svg|json|webmanifest|txt)$/.test(name)) continue;
    const file = join(folder, name);
    const content = await readFile(file);
    if (content.length < 512) continue;
    const [small, older] = await Promise.all([
      brotli(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
      gz(content, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, older)]);
  }
}

/** A build with different files is a new version of the site, and must have a new service worker. */
async function nameServiceWorker(folder: string): Promise<void> {
  const names = (await readdir(join(folder, 'assets'))).sort().join();
  const version = createHash('sha256').update(names).digest('hex').slice(0, 12);
  const file = join(folder, 'sw.js');
  await writeFile(file, (await readFile(file, 'utf8')).replace('tuneport-files-dev', `tuneport-files-${version}`));
}

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // All routes together would put a large manifest into every page; routes of visible links are discovered in one
  // request.
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await nameServiceWorker(client);
    await compressFiles(client);
  },
} satisfies Config;
