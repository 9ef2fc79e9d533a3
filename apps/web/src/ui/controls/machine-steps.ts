import type { EventOf, Machine } from '@tuneport/domain/states/machine';
import type { StateStep } from './StateActions.tsx';

/** What a page asks before an event; the label comes from the machine. */
type Question = Omit<StateStep, 'verb' | 'label'>;

/** The buttons of a page for the named events of a machine, in this order. */
export const machineSteps = <M extends Machine, Event extends EventOf<M>>(
  machine: M,
  questions: Readonly<Record<Event, Question>>,
): readonly StateStep<Event>[] =>
  (Object.entries(questions) as [Event, Question][]).map(([verb, question]) => ({
    verb,
    label: machine.events[verb]?.label ?? verb,
    ...question,
  }));
