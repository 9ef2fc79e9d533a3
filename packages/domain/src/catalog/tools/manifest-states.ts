import { defineMachine, type EventOf, type StateOf, statesOf } from '../../states/machine.ts';

/** A version of a tool's manifest. Only the approved one takes effect; approving the next replaces it. */
export const manifestMachine = defineMachine({
  initial: 'draft',
  states: {
    draft: { label: 'Draft', hollow: true },
    submitted: { label: 'Waiting for approval', tone: 'careful' },
    approved: { label: 'In effect', tone: 'good' },
    rejected: { label: 'Rejected', tone: 'bad' },
    replaced: { label: 'Replaced' },
  },
  events: {
    submit: { label: 'Submit for approval', done: 'Submitted', from: ['draft'], to: 'submitted', who: ['author'] },
    withdraw: { label: 'Back to draft', done: 'Withdrawn', from: ['submitted'], to: 'draft', who: ['author'] },
    approve: { label: 'Approve', done: 'Approved', from: ['submitted'], to: 'approved', who: ['staff'] },
    reject: { label: 'Reject', done: 'Rejected', from: ['submitted'], to: 'rejected', who: ['staff'], reason: true },
    replace: { label: 'Replace', done: 'Replaced', from: ['approved'], to: 'replaced', who: ['system'] },
    end: { label: 'End', done: 'Ended', from: ['approved'], to: 'replaced', who: ['staff'], reason: true },
  },
});
export type ManifestState = StateOf<typeof manifestMachine>;
export type ManifestEvent = EventOf<typeof manifestMachine>;
export const manifestStates = statesOf(manifestMachine);

/** Drafts of one developer. */
export const manifestDraftsMax = 50;

/** A simulated session of a tool, from the order to its end. */
export const toolSessionMachine = defineMachine({
  initial: 'running',
  states: {
    running: { label: 'Running', tone: 'busy' },
    completed: { label: 'Completed', tone: 'good' },
    failed: { label: 'Failed', tone: 'bad' },
  },
  events: {
    complete: { label: 'Complete', from: ['running'], to: 'completed', who: ['system'] },
    fail: { label: 'Fail', from: ['running'], to: 'failed', who: ['system'] },
  },
});
export type ToolSessionState = StateOf<typeof toolSessionMachine>;
export const toolSessionStates = statesOf(toolSessionMachine);

/** The events a simulated session sends, by the way it ends. */
const start = ['tool_session.received', 'tool_session.acknowledged', 'tool_session.progress'] as const;
export const toolSessionScenarios = {
  done: [...start, 'tool_session.progress', 'tool_session.done'],
  failed: [...start, 'tool_session.failed'],
  timeout: ['tool_session.received', 'tool_session.acknowledged', 'tool_session.timeout'],
} as const;
export type ToolSessionScenario = keyof typeof toolSessionScenarios;
export const toolSessionScenarioNames = Object.keys(toolSessionScenarios) as [
  ToolSessionScenario,
  ...ToolSessionScenario[],
];
/** How long the log of a simulated session is kept. */
export const toolSessionDays = 30;
