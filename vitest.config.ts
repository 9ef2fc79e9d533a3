import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Components are written for the automatic JSX runtime, as in the web build.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    // Starting a fresh world per file would cost more than all tests together; files share modules, not databases.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: 'test' },
  },
});
