import { locale } from '@tuneport/domain/text/text';

/** '2026-11' as 'November 2026'. */
export const monthLabel = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
  );
