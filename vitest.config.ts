import { defineConfig } from 'vitest/config';
import { longestFirst } from './vitest.longest-first.ts';

const long = [
  'backup.test.ts',
  'uploads-faults.test.ts',
  'access.test.ts',
  'rotate-secret-key.test.ts',
  'supervisor.test.ts',
  'load-demo.test.ts',
  'cluster-access.test.ts',
  'stripe.test.ts',
  'jobs.test.ts',
  'oidc.test.ts',
  'contributing.test.ts',
  'money-run.test.ts',
  'totp.test.ts',
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
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A test that passes only sometimes is a fault, of the test or of the product.
    retry: 0,
    // What must happen may take its time on a busy machine; what must happen quickly is measured by its test.
    expect: { poll: { timeout: 10_000 } },
    env: { NODE_ENV: 'test' },
  },
});
