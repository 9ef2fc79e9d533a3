// Finds the browser for the tests on any machine.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The headless shell only renders pages, which takes half the work of the full browser.
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const root = fileURLToPath(new URL('..', import.meta.url));

function runs(file) {
  if (!file) return false;
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  // A distribution may install a stub that only prints where to get the browser.
  return spawnSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function installed(names) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(runs);
}

async function fromSparticuz() {
  if (process.arch !== 'x64') return undefined;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } catch {
    return undefined;
  }
}

function fromApt(name, mayUpdate = true) {
  if (process.getuid?.() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 120_000 }).status === 0;
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  return install() || (mayUpdate && apt('update') && install()) ? installed([name]) : undefined;
}

async function fromPlaywright() {
  process.env.PLAYWRIGHT_BROWSERS_PATH ??= join(root, 'var', 'browsers');
  try {
    const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', 'cli.js');
    const { chromium } = await import('playwright-core');
    if (!runs(chromium.executablePath()))
      spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 240_000 });
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** @returns {Promise<string>} the path of a working Chromium; may install one. */
export async function findChromium() {
  if (process.env.CHROMIUM) {
    if (runs(process.env.CHROMIUM)) return process.env.CHROMIUM;
    throw new Error(`CHROMIUM is set to ${process.env.CHROMIUM}, which does not start.`);
  }
  const places = [
    () => installed(shells),
    // Package lists are only updated if there is no browser at all.
    () => fromApt('chromium-headless-shell', !installed(browsers)),
    () => installed(browsers),
    fromSparticuz,
    () => fromApt('chromium'),
    fromPlaywright,
  ];
  for (const look of places) {
    const file = await look();
    if (runs(file)) return file;
  }
  throw new Error('No Chromium was found and none could be installed. Install one, or set CHROMIUM to its path.');
}
