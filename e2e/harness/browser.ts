import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';

let launched: Promise<Browser> | undefined;

/** One browser for all test files of a worker; visits are isolated by their contexts. It closes with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  launched ??= launch();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = undefined;
  return sharedBrowser();
}

async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-default-apps',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--no-pings',
      // Blocks all hosts but this machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}
