/** neutral: waiting; busy: in progress; good: done; careful: needs a person; bad: failed. */
export type StateTone = 'neutral' | 'busy' | 'accent' | 'good' | 'careful' | 'bad';

export type StateInfo = {
  readonly label: string;
  /** Defaults to neutral. */
  readonly tone?: StateTone;
  /** Drawn as a ring: not started, or hidden. */
  readonly hollow?: true;
};

/** A transition. `who` lists the parts an actor can have in a record; the server checks guards. */
type Transition<State extends string = string> = {
  readonly from: readonly State[];
  readonly to: State;
  readonly who: readonly string[];
  readonly guard?: string;
  /** A reason is required. */
  readonly reason?: true;
  /** The ledger posting, debit → credit. */
  readonly money?: string;
};

/** `label` is the button, `done` the history line. An event with several target states has one row for each. */
type EventInfo<State extends string = string> = { readonly label: string; readonly done?: string } & (
  | Transition<State>
  | { readonly steps: readonly Transition<State>[] }
);

export type Machine = {
  /** The state of a new record. */
  readonly initial: string;
  readonly states: Readonly<Record<string, StateInfo>>;
  readonly events: Readonly<Record<string, EventInfo>>;
};

type Rows<M extends Machine> = {
  [Event in keyof M['events']]: M['events'][Event] extends { readonly steps: readonly (infer Row)[] }
    ? Row
    : M['events'][Event];
}[keyof M['events']];
type Field<Row, Name extends string> = Row extends { readonly [Key in Name]: infer Value } ? Value : never;

export type StateOf<M extends Machine> = keyof M['states'] & string;
export type EventOf<M extends Machine> = keyof M['events'] & string;
export type ActorOf<M extends Machine> =
  Field<Rows<M>, 'who'> extends infer Lists
    ? Lists extends readonly (infer One extends string)[]
      ? One
      : never
    : never;
/** A transition of one machine with the name of its event. */
export type StepOf<M extends Machine> = {
  readonly event: EventOf<M>;
  readonly from: readonly StateOf<M>[];
  readonly to: StateOf<M>;
  readonly who: readonly ActorOf<M>[];
  readonly guard?: Field<Rows<M>, 'guard'>;
  readonly reason?: true;
  readonly money?: Field<Rows<M>, 'money'>;
};

/** Preserves literal types; an event that names an unknown state does not compile. */
/* @__NO_SIDE_EFFECTS__ */
export function defineMachine<
  const States extends Readonly<Record<string, StateInfo>>,
  const Events extends Readonly<Record<string, EventInfo<keyof States & string>>>,
  const Initial extends keyof States & string,
>(machine: {
  readonly initial: Initial;
  readonly states: States;
  readonly events: Events;
}): {
  readonly initial: Initial;
  readonly states: States;
  readonly events: Events;
} {
  return machine;
}

/** In order of definition. */
/* @__NO_SIDE_EFFECTS__ */
export const statesOf = <M extends Machine>(machine: M) => Object.keys(machine.states) as [StateOf<M>, ...StateOf<M>[]];

/** Every transition of the machine, or of one event. An event with a prototype's name is unknown like any other. */
export function stepsOf<M extends Machine>(machine: M, event?: string): StepOf<M>[] {
  const events = event === undefined ? Object.keys(machine.events) : [event];
  return events.flatMap((name) => {
    const info = Object.hasOwn(machine.events, name) ? machine.events[name] : undefined;
    if (!info) return [];
    return ('steps' in info ? info.steps : [info]).map((row) => ({ ...row, event: name }) as unknown as StepOf<M>);
  });
}

export const isState = <M extends Machine>(machine: M, value: unknown): value is StateOf<M> =>
  typeof value === 'string' && Object.hasOwn(machine.states, value);

type Parts<M extends Machine> = ActorOf<M> | readonly ActorOf<M>[];

const leadsFrom = <M extends Machine>(step: StepOf<M>, state: string, as?: Parts<M>): boolean =>
  step.from.some((from) => from === state) &&
  (as === undefined || step.who.some((one) => (typeof as === 'string' ? as === one : as.includes(one))));

/** The step an event takes from a state, for any actor or for these parts; null if not allowed. */
export const findStep = <M extends Machine>(
  machine: M,
  state: string,
  event: string,
  as?: Parts<M>,
): StepOf<M> | null => stepsOf(machine, event).find((step) => leadsFrom(step, state, as)) ?? null;

export const canStep = <M extends Machine>(machine: M, state: string, event: EventOf<M>, as?: Parts<M>): boolean =>
  findStep(machine, state, event, as) !== null;

/** The step that leads from one state to another. */
export const findStepTo = <M extends Machine>(machine: M, state: string, to: string, as?: Parts<M>): StepOf<M> | null =>
  stepsOf(machine).find((step) => step.to === to && leadsFrom(step, state, as)) ?? null;

/** The events allowed in a state, for any actor or for these parts. */
export const eventsFrom = <M extends Machine>(machine: M, state: string, as?: Parts<M>): EventOf<M>[] =>
  stepsOf(machine)
    .filter((step) => leadsFrom(step, state, as))
    .map(({ event }) => event);

/** The states that can follow. */
export const nextStates = <M extends Machine>(machine: M, state: string, as?: Parts<M>): StateOf<M>[] =>
  stepsOf(machine)
    .filter((step) => leadsFrom(step, state, as))
    .map(({ to }) => to);

export const isFinal = (machine: Machine, state: string): boolean =>
  isState(machine, state) && eventsFrom(machine, state).length === 0;

/** For the filter of a list. */
export const stateOptions = (machine: Pick<Machine, 'states'>): { value: string; label: string }[] =>
  Object.entries(machine.states).map(([value, { label }]) => ({ value, label }));

/** The history line of an event; undefined if the target state's label is used instead. */
export const doneLabel = (machine: Machine, event: string): string | undefined =>
  Object.hasOwn(machine.events, event) ? machine.events[event]?.done : undefined;

/** An unknown state is shown as it is. */
export const stateLabel = (machine: Pick<Machine, 'states'>, state: string): string =>
  Object.hasOwn(machine.states, state) ? (machine.states[state]?.label ?? state) : state;

export const stateTone = (machine: Pick<Machine, 'states'>, state: string): StateTone =>
  (Object.hasOwn(machine.states, state) ? machine.states[state]?.tone : undefined) ?? 'neutral';
