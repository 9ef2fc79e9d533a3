/** Maps each state to the states it may change to. */
export type Steps<State extends string = string> = { readonly [From in State]: readonly State[] };

/** Preserves the literal table type and does not compile if a transition leads to an undefined state. */
export function defineSteps<const Table extends { readonly [From in keyof Table]: readonly (keyof Table & string)[] }>(
  table: Table,
): Table {
  return table;
}

export type StateOf<Table> = keyof Table & string;

export function isState<Table extends Steps>(table: Table, value: unknown): value is StateOf<Table> {
  return typeof value === 'string' && Object.hasOwn(table, value);
}

/** The allowed next states, which pages show as buttons. Empty for an unknown state. */
export function maySteps<Table extends Steps>(table: Table, from: string): readonly StateOf<Table>[] {
  return isState(table, from) ? ((table[from] ?? []) as readonly StateOf<Table>[]) : [];
}

export function canStep<Table extends Steps>(table: Table, from: string, to: string): boolean {
  return maySteps(table, from).some((state) => state === to);
}

export const isFinal = (table: Steps, state: string): boolean =>
  isState(table, state) && maySteps(table, state).length === 0;
