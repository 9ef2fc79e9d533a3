export const rescueStates = [
  'requested',
  'triage',
  'self_help',
  'waiting_staff',
  'active',
  'waiting_customer',
  'recovered',
  'not_recovered',
  'closed',
  'abandoned',
] as const;
export type RescueState = (typeof rescueStates)[number];

/** The customer is the person at the vehicle, with or without an account; staff are admins and tool developers. */
export type RescueActor = 'customer' | 'staff' | 'system';

export type RescueStep = {
  readonly event: string;
  readonly from: RescueState;
  readonly to: RescueState;
  readonly who: readonly RescueActor[];
};

/** States that expire after customer inactivity. States that wait for staff do not expire. */
const silentStates = ['requested', 'triage', 'self_help', 'active', 'waiting_customer'] as const;

export const rescueSteps = [
  { event: 'checklist', from: 'requested', to: 'triage', who: ['customer'] },
  { event: 'find-fix', from: 'triage', to: 'self_help', who: ['system'] },
  { event: 'no-fix', from: 'triage', to: 'waiting_staff', who: ['system'] },
  { event: 'worked', from: 'self_help', to: 'recovered', who: ['customer'] },
  { event: 'failed', from: 'self_help', to: 'waiting_staff', who: ['customer'] },
  { event: 'take', from: 'waiting_staff', to: 'active', who: ['staff'] },
  { event: 'ask', from: 'active', to: 'waiting_customer', who: ['staff'] },
  { event: 'answer', from: 'waiting_customer', to: 'active', who: ['customer'] },
  { event: 'running', from: 'active', to: 'recovered', who: ['customer', 'staff'] },
  { event: 'give-up', from: 'active', to: 'not_recovered', who: ['staff'] },
  { event: 'set-cause', from: 'recovered', to: 'closed', who: ['staff'] },
  { event: 'set-cause', from: 'not_recovered', to: 'closed', who: ['staff'] },
  ...silentStates.map((from) => ({
    event: 'abandon' as const,
    from,
    to: 'abandoned' as const,
    who: ['system'] as const,
  })),
  { event: 'return', from: 'abandoned', to: 'triage', who: ['customer'] },
] as const satisfies readonly RescueStep[];
export type RescueEvent = (typeof rescueSteps)[number]['event'];

const table: readonly RescueStep[] = rescueSteps;
export const rescueEvents = [...new Set(table.map(({ event }) => event))] as readonly RescueEvent[];

export const rescueStep = (state: string, event: string, who: RescueActor): RescueStep | null =>
  table.find((step) => step.event === event && step.from === state && step.who.includes(who)) ?? null;

export const rescueEventsFrom = (state: string, who: RescueActor): RescueEvent[] =>
  table.filter((step) => step.from === state && step.who.includes(who)).map(({ event }) => event as RescueEvent);

export const rescueSilentHours = 72;
export const rescueSilentStates: readonly RescueState[] = silentStates;

export const rescueCauses = ['file', 'tool', 'power', 'user', 'unknown'] as const;
export type RescueCause = (typeof rescueCauses)[number];
/** Causes we are responsible for. */
export const ourFault = (cause: RescueCause): boolean => cause === 'file' || cause === 'tool';

/** Current state and next step, for the person at the vehicle. */
export const rescueSentences: Readonly<Record<RescueState, string>> = {
  requested: 'Answer the checklist so that we know where to start.',
  triage: 'We are comparing your answers with known fixes.',
  self_help: 'This helped others with the same problem. Follow the steps and tell us how it went.',
  waiting_staff:
    'A person will look at it. Keep the ignition as it is and the battery charged; this page shows when someone is with you.',
  active: 'Someone is with you and is preparing the next step.',
  waiting_customer: 'There is a step for you to do.',
  recovered: 'Recovered.',
  not_recovered: 'This did not work. We have written to you about what happens next.',
  closed: 'This rescue is finished.',
  abandoned: 'We have not heard from you for three days. Continue below; everything is still here.',
};
