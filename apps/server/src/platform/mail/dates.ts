import { language } from '@tuneport/domain/text/text';

const locales = { en: 'en-GB', de: 'de', fr: 'fr' } as const;

/** A mail does not know its reader's time zone, so it names the one it uses. */
export const dayLabel = (at: Date): string =>
  at.toLocaleDateString(locales[language()], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2026-03' as "March 2026"; anything else as it is. */
export function monthLabel(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  if (!/^\d{4}-\d{2}$/.test(month) || Number.isNaN(at.getTime())) return month;
  return at.toLocaleDateString(locales[language()], { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** For deadlines: a day alone would be ambiguous by hours, so the time is included. */
export const momentLabel = (at: Date): string => `${dayLabel(at)}, ${at.toISOString().slice(11, 16)} UTC`;
