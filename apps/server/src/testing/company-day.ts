import { defaultSupportHours } from '@tuneport/domain/support/support-hours';

const day = new Intl.DateTimeFormat('en-CA', { timeZone: defaultSupportHours.timeZone, dateStyle: 'short' });

/** Today in the company's time zone, "2026-03-02". */
export const companyToday = (): string => day.format(new Date());
