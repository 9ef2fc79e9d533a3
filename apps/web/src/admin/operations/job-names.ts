import { capitalized } from '@tuneport/domain/text/capitalized';

/** What a job does, where its name does not say it well. */
export const jobNames: Readonly<Record<string, string>> = {
  'catalog.check-vehicles': 'Check a vehicle file',
  'catalog.compare-sheet': 'Compare a price sheet',
  'catalog.import-vehicles': 'Import vehicles',
  'catalog.store-sheet': 'Save a price sheet',
  'dealers.expire-credit-deals': 'End expired credit deals',
  'dealers.expire-invites': 'End expired dealer invitations',
  'dealers.statements': 'Send dealer statements',
  'files.sweep': 'Delete unused files',
  'leads.check-contacts': 'Check a contact file',
  'leads.find-opportunities': 'Find sales opportunities',
  'leads.import-contacts': 'Import contacts',
  'leads.remind-owners': 'Remind owners of activities',
  'leads.sweep': 'Remove deleted deals',
  'ledger.check': 'Verify the ledger',
  'ledger.release-earnings': 'Release earnings on hold',
  'operations.run-bulk': 'Run a bulk action',
  'platform.remove-expired': 'Remove expired sessions and tokens',
  'store.deliver-orders': 'Mark delivered orders',
  'store.expire-orders': 'Cancel unpaid orders',
  'store.expire-purchases': 'Cancel unpaid tune purchases',
  'store.expire-trade-ins': 'End expired trade-in offers',
  'store.keep-credits': 'Expire and remind of tune credits',
  'store.watch-rentals': 'Watch rentals',
  'support.abandon-rescues': 'Close abandoned rescues',
  'support.keep-tickets': 'Close and remind of tickets',
  'tuning.keep-requests': 'Advance tune requests',
  'tuning.refund-cancelled': 'Refund cancelled tune requests',
  'tuning.remove-expired-graphs': 'Delete expired logs',
  'tuning.sweep-uploads': 'Delete abandoned uploads',
};

/** A job as people read it: "content.send-newsletter" is "Send newsletter". */
export function jobName(name: string): string {
  if (Object.hasOwn(jobNames, name)) return jobNames[name] as string;
  return capitalized(name.slice(name.indexOf('.') + 1).replaceAll('-', ' '));
}

const two = (text: string) => text.padStart(2, '0');

/** A schedule in words; one that is rarely used is shown as it is. */
export function cronText(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ');
  const rest = [day, month, weekday].every((part) => part === '*');
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (rest && hour === '*') {
    if (minute === '*') return 'Every minute';
    if (every) return `Every ${every} minutes`;
    if (/^\d+$/.test(minute)) return `Every hour at :${two(minute)}`;
    if (/^\d+(,\d+)+$/.test(minute))
      return `Every hour at ${minute
        .split(',')
        .map((one) => `:${two(one)}`)
        .join(' and ')}`;
  }
  if (![minute, hour].every((part) => /^\d+$/.test(part))) return cron;
  const time = `${two(hour)}:${two(minute)}`;
  if (rest) return `Every day at ${time}`;
  return /^\d+$/.test(day) && month === '*' && weekday === '*' ? `Monthly on day ${day} at ${time}` : cron;
}
