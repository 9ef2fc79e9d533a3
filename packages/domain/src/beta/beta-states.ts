import { defineMachine, type EventOf, type StateOf, statesOf } from '../states/machine.ts';

const notEnded = ['draft', 'open', 'running', 'paused'] as const;

export const betaProgramMachine = defineMachine({
  initial: 'draft',
  states: {
    draft: { label: 'Draft', hollow: true },
    open: { label: 'Open', tone: 'accent' },
    running: { label: 'Running', tone: 'good' },
    paused: { label: 'Paused', tone: 'careful' },
    finished: { label: 'Finished' },
    archived: { label: 'Archived', hollow: true },
    cancelled: { label: 'Cancelled' },
  },
  events: {
    publish: { label: 'Publish program', done: 'Published', from: ['draft'], to: 'open', who: ['staff'] },
    start: { label: 'Start program', done: 'Started', from: ['open'], to: 'running', who: ['staff', 'system'] },
    pause: {
      label: 'Pause program',
      done: 'Paused',
      from: ['open', 'running'],
      to: 'paused',
      who: ['staff', 'system'],
      reason: true,
    },
    resume: { label: 'Resume program', done: 'Resumed', from: ['paused'], to: 'running', who: ['staff'] },
    finish: {
      label: 'Finish program',
      done: 'Finished',
      from: ['running', 'paused'],
      to: 'finished',
      who: ['staff', 'system'],
    },
    archive: {
      label: 'Archive program',
      done: 'Archived',
      from: ['finished', 'cancelled'],
      to: 'archived',
      who: ['staff'],
    },
    cancel: {
      label: 'Cancel program',
      done: 'Cancelled',
      from: notEnded,
      to: 'cancelled',
      who: ['staff'],
      reason: true,
    },
  },
});
export type BetaProgramState = StateOf<typeof betaProgramMachine>;
export type BetaProgramEvent = EventOf<typeof betaProgramMachine>;
export const betaProgramStates = statesOf(betaProgramMachine);

/** Programs that visitors see. */
export const listedProgramStates: readonly BetaProgramState[] = ['open', 'running', 'paused', 'finished'];
export const takesParticipants = (state: string): boolean => state === 'open' || state === 'running';

export const betaParticipantMachine = defineMachine({
  initial: 'applied',
  states: {
    applied: { label: 'Applied' },
    waitlisted: { label: 'On the waiting list' },
    invited: { label: 'Invited', tone: 'accent' },
    active: { label: 'Taking part', tone: 'good' },
    refused: { label: 'Declined' },
    lapsed: { label: 'Expired' },
    left: { label: 'Left' },
    removed: { label: 'Removed', tone: 'bad' },
    completed: { label: 'Completed', tone: 'good' },
  },
  events: {
    apply: {
      label: 'Apply again',
      done: 'Applied again',
      from: ['left', 'lapsed'],
      to: 'applied',
      who: ['participant'],
    },
    accept: {
      label: 'Accept',
      done: 'Accepted',
      from: ['applied', 'waitlisted'],
      to: 'invited',
      who: ['staff', 'system'],
    },
    waitlist: {
      label: 'Put on the waiting list',
      done: 'Put on the waiting list',
      from: ['applied'],
      to: 'waitlisted',
      who: ['staff', 'system'],
    },
    refuse: {
      label: 'Decline',
      done: 'Declined',
      from: ['applied', 'waitlisted'],
      to: 'refused',
      who: ['staff'],
      reason: true,
    },
    join: { label: 'Join', done: 'Joined', from: ['invited'], to: 'active', who: ['participant', 'system'] },
    // Also when the program ends before they joined.
    lapse: {
      label: 'Let expire',
      done: 'Expired',
      from: ['applied', 'waitlisted', 'invited'],
      to: 'lapsed',
      who: ['system'],
    },
    leave: {
      label: 'Leave',
      done: 'Left',
      from: ['applied', 'waitlisted', 'invited', 'active'],
      to: 'left',
      who: ['participant'],
    },
    remove: {
      label: 'Remove',
      done: 'Removed',
      from: ['invited', 'active'],
      to: 'removed',
      // By the system when the program is cancelled.
      who: ['staff', 'system'],
      reason: true,
    },
    complete: { label: 'Complete', done: 'Completed', from: ['active'], to: 'completed', who: ['system'] },
  },
});
export type BetaParticipantEvent = EventOf<typeof betaParticipantMachine>;
export const betaParticipantStates = statesOf(betaParticipantMachine);

/** An invitation holds its seat for this long. */
export const betaInvitationDays = 7;

/** Whether the stop rule pauses a program: incidents, per 100 active participants, above the limit. */
export const exceedsStopRule = (incidents: number, active: number, per100: number | null): boolean =>
  per100 !== null && incidents > 0 && incidents * 100 > per100 * Math.max(active, 1);

/** The n-th admitted participant belongs to this cohort, counted from 1. */
export const cohortOf = (admitted: number, size: number | null): number =>
  size === null ? 1 : Math.floor((admitted - 1) / size) + 1;
