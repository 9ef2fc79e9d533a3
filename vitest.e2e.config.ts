import { defineConfig } from 'vitest/config';

// Journeys in a real browser against a real server, each with its own: two at a time, because one of them mostly waits.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A machine that stalls for a moment is no fault of the product; what is wrong stays wrong when it is tried again.
    retry: 2,
    env: { NODE_ENV: 'test' },
  },
});
