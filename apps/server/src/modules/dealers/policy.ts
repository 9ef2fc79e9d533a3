import { isPaused, pausedSentence } from '@tuneport/domain/dealers/credit-control';
import type { DealerRow } from './queries.ts';

/** Legal name, address and e-mail for invoices, which are required for sales on account. */
export const hasBillingInfo = (dealer: Pick<DealerRow, 'legal_name' | 'billing_email' | 'billing_address'>): boolean =>
  dealer.legal_name !== '' && dealer.billing_email !== '' && dealer.billing_address !== null;

/** Why nothing can be sold on account to a dealer; null if it can. */
export function accountProblem(dealer: DealerRow, now: Date): string | null {
  if (!hasBillingInfo(dealer)) return 'Billing information must be set up on this dealer account first.';
  if (dealer.state === 'suspended') return 'This dealer account is suspended.';
  return isPaused(dealer, now) ? pausedSentence : null;
}
