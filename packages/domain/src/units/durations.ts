export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** 24 hours. A calendar day of the company may have 23 or 25 (`support/wall-clock.ts`). */
export const dayMs = 24 * hourMs;
