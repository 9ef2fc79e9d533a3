import { type Machine, nextStates, type StateOf, statesOf } from '../states/machine.ts';

/** States that no event leads to from the initial one; a machine is complete when there are none. */
export function unreachable<M extends Machine>(machine: M): StateOf<M>[] {
  const reached = new Set<string>([machine.initial]);
  for (const state of reached) for (const next of nextStates(machine, state)) reached.add(next);
  return statesOf(machine).filter((state) => !reached.has(state));
}
