import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const long = ['looks-guarded', 'crash-checkout', 'crash.', 'looks-open', 'catalog-manage', 'catalog.', 'admin-records'];

/** The long ones first, so that at the end nobody waits for one of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.includes(`/e2e/${name}`));
      return at < 0 ? long.length : at;
    };
    return files.sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

// Journeys in a real browser against a real server, each with its own: two at a time, because one of them mostly waits.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A machine that stalls for a moment is no fault of the product; what is wrong stays wrong when it is tried again.
    retry: 2,
    env: { NODE_ENV: 'test' },
  },
});
