import { defineConfig } from 'vitest/config';
import { longestFirst } from './vitest.longest-first.ts';

const long = [
  'looks-guarded.e2e.ts',
  'catalog-manage.e2e.ts',
  'looks-open.e2e.ts',
  'crash-checkout.e2e.ts',
  'languages.e2e.ts',
  'lead-engine.e2e.ts',
  'accounts.e2e.ts',
  'catalog.e2e.ts',
  'crash.e2e.ts',
  'graph.e2e.ts',
  'account.e2e.ts',
  'visitor.e2e.ts',
  'request.e2e.ts',
  'unsaved-work.e2e.ts',
  'support.e2e.ts',
  'reports.e2e.ts',
  'checkout.e2e.ts',
  'back-office.e2e.ts',
  'signed-in-pages.e2e.ts',
  'dealer-portal.e2e.ts',
  'purchase.e2e.ts',
  'admin-records.e2e.ts',
  'upload.e2e.ts',
  'office-frame.e2e.ts',
  'login-links.e2e.ts',
  'guest.e2e.ts',
  'database-away.e2e.ts',
  'crawl.e2e.ts',
  'redirects.e2e.ts',
  'without-script.e2e.ts',
  'affiliate-portal.e2e.ts',
  'newsletter.e2e.ts',
  'dev.e2e.ts',
];

// Journeys in a real browser, each with its own server. One more than cores: a third of the time they wait.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(long) },
    isolate: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // A test that passes only sometimes is a fault, of the test or of the product.
    retry: 0,
    // Generous, for busy machines; tests that measure speed have their own limits.
    expect: { poll: { timeout: 60_000 } },
    env: { NODE_ENV: 'test' },
  },
});
