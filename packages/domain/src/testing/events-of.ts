import type { EventOf, Machine } from '../states/machine.ts';

/** Every event of a machine, in the order they are written. */
export const eventsOf = <M extends Machine>(machine: M) => Object.keys(machine.events) as EventOf<M>[];
