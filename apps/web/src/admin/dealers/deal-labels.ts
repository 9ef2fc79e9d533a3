import { amountText } from '../../ui/text/money-text.ts';
import type { RowOf } from '../AdminList.tsx';

export type Deal = RowOf<'GET /v1/admin/dealer-credit-deals'>;

export const dealKinds: Readonly<Record<Deal['kind'], string>> = {
  credit_pack: 'Tune credits',
  top_up: 'Money on account',
  settlement: 'Settlement of a debt',
};

const credits = { ecu_credits: 'ECU', tcu_credits: 'TCU', awd_credits: 'AWD', universal_credits: 'universal' } as const;

/** What the dealer gets for the price, in one line. */
export function offerText(deal: Deal): string {
  if (deal.kind === 'settlement') return `settles ${amountText(deal.settles?.amount ?? '0')} ${deal.price.currency}`;
  if (deal.kind === 'top_up') {
    const bonus = /[1-9]/.test(deal.bonus.amount) ? ` plus ${amountText(deal.bonus.amount)} bonus` : '';
    return `${amountText(deal.price.amount)} ${deal.price.currency} on account${bonus}`;
  }
  return (Object.keys(credits) as (keyof typeof credits)[])
    .filter((name) => deal[name] > 0)
    .map((name) => `${deal[name]} ${credits[name]}`)
    .join(', ');
}
