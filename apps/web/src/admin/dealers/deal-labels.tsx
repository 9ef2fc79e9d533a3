import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import type { RowOf } from '../AdminList.tsx';

export type Deal = RowOf<'GET /v1/admin/dealer-credit-deals'>;

export const dealKinds: Readonly<Record<Deal['kind'], string>> = {
  credit_pack: 'Tune credits',
  top_up: 'Money on account',
  settlement: 'Debt settlement',
};

const states: Readonly<Record<Deal['state'], readonly [label: string, tone: StateTone]>> = {
  draft: ['Draft', 'neutral'],
  published: ['Published', 'busy'],
  paid: ['Paid', 'accent'],
  fulfilled: ['Fulfilled', 'good'],
  part_refunded: ['Partly refunded', 'careful'],
  refunded: ['Refunded', 'neutral'],
  disputed: ['Disputed', 'bad'],
  expired: ['Expired', 'neutral'],
  cancelled: ['Cancelled', 'neutral'],
};
export const dealStateOptions = Object.entries(states).map(([value, [label]]) => ({ value, label }));
export const dealStateName = (state: string) => states[state as Deal['state']]?.[0] ?? state;

export function DealStateDot({ state }: { state: Deal['state'] }) {
  const [label, tone] = states[state];
  return (
    <StateDot tone={tone} hollow={state === 'draft'}>
      {label}
    </StateDot>
  );
}

const credits = { ecu_credits: 'ECU', tcu_credits: 'TCU', awd_credits: 'AWD', universal_credits: 'universal' } as const;

/** What the dealer gets for the price, in one line. */
export function offerText(deal: Deal): string {
  if (deal.kind === 'settlement') return `settles ${deal.settles?.amount ?? '0'} ${deal.price.currency}`;
  if (deal.kind === 'top_up') {
    const bonus = /[1-9]/.test(deal.bonus.amount) ? ` and ${deal.bonus.amount} more` : '';
    return `${deal.price.amount} ${deal.price.currency} on account${bonus}`;
  }
  return (Object.keys(credits) as (keyof typeof credits)[])
    .filter((name) => deal[name] > 0)
    .map((name) => `${deal[name]} ${credits[name]}`)
    .join(', ');
}
