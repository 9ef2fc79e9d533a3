import { defineConfig } from 'vitest/config';
import { longestFirst } from './vitest.longest-first.ts';

const long = [
  'backup.test.ts',
  'access.test.ts',
  'load-demo.test.ts',
  'rotate-secret-key.test.ts',
  'history.test.ts',
  'bad-starts.test.ts',
  'stripe.test.ts',
  'uploads-faults.test.ts',
  'one-connection.test.ts',
  'creates-at-once.test.ts',
  'replays.test.ts',
  'jobs.test.ts',
  'value-transfers.test.ts',
  'interrupted-transfers.test.ts',
  'supervisor.test.ts',
  'hostile-input.test.ts',
  'analytics.test.ts',
  'password-cost.test.ts',
  'newsletter.test.ts',
  'contributing.test.ts',
  'requests.test.ts',
  'money-run.test.ts',
  'request-table.test.ts',
  'guests.test.ts',
  'at-once.test.ts',
  'mail-replies.test.ts',
  'receive-mail.test.ts',
  'cluster-access.test.ts',
  'order-lifecycle.test.ts',
  'graph-storage.test.ts',
  'oidc.test.ts',
  'input.test.ts',
];

export default defineConfig({
  // Components are written for the automatic JSX runtime, as in the web build.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    // Starting a fresh world per file would cost more than all tests together; files share modules, not databases.
    isolate: false,
    // One more than cores: while one waits for the database or the clock, another works.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(long) },
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // A test that passes only sometimes is a fault, of the test or of the product.
    retry: 0,
    // What must happen may take its time on a busy machine; what must happen quickly is measured by its test.
    expect: { poll: { timeout: 60_000 } },
    env: { NODE_ENV: 'test' },
  },
});
