import type { DealerRow } from './queries.ts';

/** Legal name, address and e-mail for invoices, which are required for sales on account. */
export const hasBillingInfo = (dealer: Pick<DealerRow, 'legal_name' | 'billing_email' | 'billing_address'>): boolean =>
  dealer.legal_name !== '' && dealer.billing_email !== '' && dealer.billing_address !== null;
