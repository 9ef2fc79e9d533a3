/** A mail does not know the clock of its reader, so it says by which one it counts. */
export const dayLabel = (at: Date): string =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day alone would promise hours that are gone by then: where somebody must act in time, the time is said. */
export const momentLabel = (at: Date): string => `${dayLabel(at)}, ${at.toISOString().slice(11, 16)} UTC`;
