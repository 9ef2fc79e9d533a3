import { plural, t } from '../text/text.ts';

/** How long a requested deletion can be cancelled. */
export const deletionGraceDays = 14;

export const deletionBlockerKinds = [
  'staff',
  'dealer',
  'tuner',
  'affiliate',
  'balance',
  'orders',
  'purchases',
  'requests',
  'rentals',
  'trade-ins',
  'value-transfers',
  'disputes',
  'applications',
] as const;

/** Why an account cannot be deleted yet. `names` are partners or amounts. */
export type DeletionBlocker = {
  readonly kind: (typeof deletionBlockerKinds)[number];
  readonly count: number;
  readonly names: readonly string[];
};

/** What is in the way and what to do about it. */
export function deletionBlockerText({ kind, count, names }: DeletionBlocker): string {
  const name = names.join(', ');
  switch (kind) {
    case 'staff':
      return t('You have staff rights. Ask a SuperAdmin to remove them first.');
    case 'dealer':
      return t('You are the last manager of {name}. Make another member a manager first.', { name });
    case 'tuner':
      return t('You are the last member of the tuner {name}. Contact us to hand it over or close it.', { name });
    case 'affiliate':
      return t('You are the last member of the affiliate {name}. Contact us to hand it over or close it.', { name });
    case 'balance':
      return t('Your account has an open balance of {name}. Use it, pay it or ask us for a payout first.', { name });
    case 'orders':
      return plural(count, {
        one: '{count} order is still open. Wait until it ships, or cancel it.',
        other: '{count} orders are still open. Wait until they ship, or cancel them.',
      });
    case 'purchases':
      return plural(count, {
        one: '{count} tune purchase is still open. Use it or ask for a refund.',
        other: '{count} tune purchases are still open. Use them or ask for a refund.',
      });
    case 'requests':
      return plural(count, {
        one: '{count} tune request is in progress. Wait until it is finished, or cancel it.',
        other: '{count} tune requests are in progress. Wait until they are finished, or cancel them.',
      });
    case 'rentals':
      return plural(count, {
        one: '{count} rental is not closed. Return the tool first.',
        other: '{count} rentals are not closed. Return the tools first.',
      });
    case 'trade-ins':
      return plural(count, {
        one: '{count} trade-in is not finished.',
        other: '{count} trade-ins are not finished.',
      });
    case 'value-transfers':
      return plural(count, {
        one: '{count} value transfer is not finished.',
        other: '{count} value transfers are not finished.',
      });
    case 'disputes':
      return plural(count, {
        one: '{count} payment is disputed. Wait for the bank to decide.',
        other: '{count} payments are disputed. Wait for the bank to decide.',
      });
    case 'applications':
      return t('Your application to become a partner is open. Withdraw it first.');
  }
}
