import { type ActorOf, defineMachine, type EventOf, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

/** Where silence of the customer ends a rescue; an active one only once staff have confirmed that the car runs. */
const silentStates = ['requested', 'triage', 'self_help', 'active', 'waiting_customer'] as const;

/** The customer is with the car and may have no account; staff are admins and tool developers. */
export const rescueMachine = defineMachine({
  initial: 'requested',
  states: {
    requested: { label: 'Checklist pending', hollow: true },
    triage: { label: 'Checking known fixes' },
    self_help: { label: 'Trying a known fix', tone: 'busy' },
    waiting_staff: { label: 'Waiting for us', tone: 'careful' },
    active: { label: 'In progress', tone: 'busy' },
    waiting_customer: { label: 'Waiting for customer', tone: 'busy' },
    recovered: { label: 'Recovered', tone: 'good' },
    not_recovered: { label: 'Not recovered', tone: 'bad' },
    closed: { label: 'Finished' },
    abandoned: { label: 'No reply', hollow: true },
  },
  events: {
    checklist: {
      label: 'Answer the checklist',
      done: 'Checklist answered',
      from: ['requested'],
      to: 'triage',
      who: ['customer'],
    },
    'find-fix': {
      label: 'Offer a known fix',
      done: 'Known fix offered',
      from: ['triage'],
      to: 'self_help',
      who: ['system'],
    },
    'no-fix': { label: 'Find no fix', done: 'No known fix', from: ['triage'], to: 'waiting_staff', who: ['system'] },
    worked: { label: 'It worked', done: 'Fix worked', from: ['self_help'], to: 'recovered', who: ['customer'] },
    failed: {
      label: 'It did not work',
      done: 'Fix did not work',
      from: ['self_help'],
      to: 'waiting_staff',
      who: ['customer'],
    },
    take: { label: 'Take rescue', done: 'Taken', from: ['waiting_staff'], to: 'active', who: ['staff'] },
    ask: {
      label: 'Ask for a step',
      done: 'Step sent',
      from: ['active'],
      to: 'waiting_customer',
      who: ['staff'],
    },
    answer: {
      label: 'Answer the step',
      done: 'Step answered',
      from: ['waiting_customer'],
      to: 'active',
      // Staff enter what the customer says on the phone.
      who: ['customer', 'staff'],
    },
    running: {
      label: 'Confirm it runs',
      done: 'Confirmed it runs',
      from: ['active'],
      to: 'recovered',
      who: ['customer', 'staff'],
    },
    'give-up': {
      label: 'Close as not recovered',
      done: 'Closed as not recovered',
      from: ['active'],
      to: 'not_recovered',
      who: ['staff'],
    },
    'set-cause': {
      label: 'Set the cause',
      done: 'Cause set',
      from: ['recovered', 'not_recovered'],
      to: 'closed',
      who: ['staff'],
    },
    abandon: {
      label: 'Abandon',
      done: 'No reply for three days',
      from: silentStates,
      to: 'abandoned',
      who: ['system'],
    },
    return: { label: 'Go on', done: 'Resumed', from: ['abandoned'], to: 'triage', who: ['customer'] },
  },
});
export const rescueStates = statesOf(rescueMachine);
export type RescueState = StateOf<typeof rescueMachine>;
export type RescueActor = ActorOf<typeof rescueMachine>;
export type RescueEvent = EventOf<typeof rescueMachine>;

export const rescueSilentHours = 72;
export const rescueSilentStates: readonly RescueState[] = silentStates;

export const rescueCauses = ['file', 'tool', 'power', 'user', 'unknown'] as const;
export type RescueCause = (typeof rescueCauses)[number];
/** Causes we are responsible for. */
export const ourFault = (cause: RescueCause): boolean => cause === 'file' || cause === 'tool';

/** Current state and next step, for the person at the vehicle. */
export const rescueSentences: Readonly<Record<RescueState, string>> = {
  requested: msg('Answer the checklist so that we know where to start.'),
  triage: msg('We are comparing your answers with known fixes.'),
  self_help: msg('This helped others with the same problem. Follow the steps and tell us how it went.'),
  waiting_staff: msg(
    'A person will look at it. Keep the ignition as it is and the battery charged; this page shows when someone is with you.',
  ),
  active: msg('Someone is with you and is preparing the next step.'),
  waiting_customer: msg('There is a step for you to do.'),
  recovered: msg('Recovered.'),
  not_recovered: msg('This did not work. We have written to you about what happens next.'),
  closed: msg('This rescue is finished.'),
  abandoned: msg('We have not heard from you for three days. Continue below; everything is still here.'),
};
