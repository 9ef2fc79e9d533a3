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

/** Whoever stands beside the car is the customer, whether known to us or not; staff are admins and tool developers. */
export type RescueActor = 'customer' | 'staff' | 'system';

export type RescueStep = {
  readonly event: string;
  readonly from: RescueState;
  readonly to: RescueState;
  readonly who: readonly RescueActor[];
};

/** Where silence ends a rescue. One that waits for us never does: the silence there is ours. */
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
/** What we answer for ourselves. */
export const ourFault = (cause: RescueCause): boolean => cause === 'file' || cause === 'tool';

/** What is happening and what to do now, for whoever stands beside the car. */
export const rescueSentences: Readonly<Record<RescueState, string>> = {
  requested: 'Answer the checklist, so that we know what we can rely on.',
  triage: 'We compare your answers with what we know.',
  self_help: 'This has helped others with the same trouble. Follow the steps and tell us what came of it.',
  waiting_staff:
    'A person looks at it. Keep the ignition as it is and the battery charged; the page shows when somebody is there.',
  active: 'Somebody is with you and prepares the next step.',
  waiting_customer: 'There is a step for you to do.',
  recovered: 'It runs again.',
  not_recovered: 'This way did not work. We have written to you how it goes on.',
  closed: 'This rescue is finished.',
  abandoned: 'We have not heard from you for three days. Go on below, and everything is still here.',
};
