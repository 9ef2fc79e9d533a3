/** Time is injected: the mount reads it once per request, tests set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
