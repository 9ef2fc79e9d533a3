import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The named files first, in this order, so that no long file runs alone at the end; then the others in their usual
 * order.
 */
export function longestFirst(long: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification) => {
    const at = long.findIndex((name) => moduleId.endsWith(`/${name}`));
    return at < 0 ? long.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    }
  };
}
