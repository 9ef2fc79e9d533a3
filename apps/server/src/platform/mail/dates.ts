/** A mail does not know its reader's time zone, so it names the one it uses. */
export const dayLabel = (at: Date): string =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** For deadlines: a day alone would be ambiguous by hours, so the time is included. */
export const momentLabel = (at: Date): string => `${dayLabel(at)}, ${at.toISOString().slice(11, 16)} UTC`;
