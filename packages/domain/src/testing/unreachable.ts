import { maySteps, type StateOf, type Steps } from '../states/steps.ts';

/** States that no transition leads to; a complete table has none. */
export function unreachable<Table extends Steps>(
  table: Table,
  start: StateOf<Table> | readonly StateOf<Table>[],
): StateOf<Table>[] {
  const reached = new Set<string>(typeof start === 'string' ? [start] : start);
  for (const state of reached) for (const next of maySteps(table, state)) reached.add(next);
  return (Object.keys(table) as StateOf<Table>[]).filter((state) => !reached.has(state));
}
