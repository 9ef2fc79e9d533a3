import {
  type CreditDealKind,
  type CreditDealState,
  creditDealMachine,
} from '@tuneport/domain/dealers/credit-deal-states';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { eventsFrom } from '@tuneport/domain/states/machine';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type DealRow, dealById, dealHistory } from './credit-deal-queries.ts';

/** Transitions made by staff endpoints; the others are made by payments. Only unused tune credits are refunded. */
const staffCalls = (kind: CreditDealKind) =>
  new Set(['update', 'publish', 'cancel', ...(kind === 'credit_pack' ? ['refund'] : [])]);

export function presentDeal(deal: DealRow) {
  const currency = deal.currency as Currency;
  return {
    id: deal.id,
    uuid: deal.uuid,
    dealer_id: deal.dealer_id,
    dealer_name: deal.dealer_name,
    dealer_slug: deal.dealer_slug,
    kind: deal.kind as CreditDealKind,
    state: deal.state as CreditDealState,
    title: deal.title,
    note: deal.note,
    price: toWire(money(deal.price_minor, currency)),
    ecu_credits: deal.ecu_credits,
    tcu_credits: deal.tcu_credits,
    awd_credits: deal.awd_credits,
    universal_credits: deal.universal_credits,
    bonus: toWire(money(deal.bonus_minor, currency)),
    settles: deal.settles_minor === null ? null : toWire(money(deal.settles_minor, currency)),
    pay_on_account: deal.pay_on_account,
    expires_at: deal.expires_at,
    published_at: deal.published_at,
    seen_at: deal.seen_at,
    created_at: deal.created_at,
    updated_at: deal.updated_at,
    events: eventsFrom(creditDealMachine, deal.state, 'staff').filter((event) =>
      staffCalls(deal.kind as CreditDealKind).has(event),
    ),
  };
}

export async function presentDealRecord(db: Db, id: number) {
  const deal = await dealById(db, id);
  if (!deal) throw new Refusal('not_found');
  return { ...presentDeal(deal), history: await dealHistory(db, id) };
}
