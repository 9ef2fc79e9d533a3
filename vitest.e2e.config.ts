import { defineConfig } from 'vitest/config';

// Journeys in a real browser against a real server: one after the other, with time.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    fileParallelism: false,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    env: { NODE_ENV: 'test' },
  },
});
