import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { testDatabase } from '../../apps/server/src/testing/database.ts';
import { scratch } from '../../apps/server/src/testing/scratch.ts';
import { loggedIn } from './api.ts';
import { sharedBrowser } from './browser.ts';
import { demoData } from './demo.ts';
import { type Product, type ProductInput, startProduct } from './product.ts';
import { openVisit, type Visit } from './visit.ts';

export type Input = Omit<BrowserContextOptions, 'baseURL'> & {
  /** The browser's Do Not Track setting. */
  doNotTrack?: boolean;
  privacyControl?: boolean;
};

/** The real product on its own database with the demo data set, and a real browser. */
export type Site = {
  readonly origin: string;
  readonly product: Product;
  readonly browser: Browser;
  readonly db: Db;
  visitor(input?: Input): Promise<Visit>;
  /** A visit with the session of a demo account, opened once for all tests of a file. */
  logInAs(address: string, input?: Input): Promise<Visit>;
  /** Another process of the product on the same database and files. */
  another(more?: Partial<ProductInput>): Promise<Product>;
  /** For afterEach: closes all visits and reports their problems. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const demo = await demoData();
  const database = await testDatabase({ max: 2, template: demo.template });
  const dataDir = mkdtempSync(join(scratch, 'tuneport-e2e-'));
  // Thousands of files that no test changes.
  const assets = join(demo.dataDir, 'assets');
  cpSync(demo.dataDir, dataDir, { recursive: true, filter: (from) => from !== assets });
  symlinkSync(assets, join(dataDir, 'assets'));
  const start = (more: Partial<ProductInput> = {}) =>
    startProduct({
      ...more,
      env: { DATABASE_URL: database.url, DATA_DIR: dataDir, DATABASE_POOL: '6', DEMO: 'small', ...env, ...more.env },
    });
  const product = await start();
  const others: Product[] = [];
  const browser = await sharedBrowser();
  const visits: Visit[] = [];
  const sessions = new Map<string, string>();

  async function visitor(input: Input = {}): Promise<Visit> {
    const visit = await openVisit(browser, product.origin, input);
    visits.push(visit);
    return visit;
  }

  async function logInAs(address: string, input: Input = {}): Promise<Visit> {
    const session = sessions.get(address) ?? (await loggedIn(() => product.origin, address)).cookie;
    sessions.set(address, session);
    const visit = await visitor(input);
    const [name = '', value = ''] = session.split('=');
    const cookie = {
      name,
      value,
      domain: 'localhost',
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    } as const;
    await visit.context.addCookies([cookie]);
    return visit;
  }

  return {
    origin: product.origin,
    product,
    browser,
    db: database.db,
    visitor,
    logInAs,
    async another(more) {
      const other = await start(more);
      others.push(other);
      return other;
    },
    async settle() {
      const problems: string[] = [];
      for (const visit of visits.splice(0)) {
        problems.push(...visit.problems());
        await visit.context.close();
      }
      // Clears rate limits: all tests come from one address and exceed the logins allowed per minute.
      await database.db.deleteFrom('rate_limits').execute();
      if (problems.length > 0) throw new Error(`The browser met:\n${problems.join('\n')}`);
    },
    async close() {
      for (const visit of visits.splice(0)) await visit.context.close();
      for (const each of [product, ...others]) await each.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
