import type { CreditDealChange, NewCreditDeal } from '@tuneport/contract/dealers/dealers-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { creditDealMachine } from '@tuneport/domain/dealers/credit-deal-states';
import { type Currency, money, parseMoney, toDecimal } from '@tuneport/domain/money/money';
import { canStep, eventsFrom } from '@tuneport/domain/states/machine';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { requireNotOwnBusiness } from '../ledger/index.ts';
import { type DealRow, dealById } from './credit-deal-queries.ts';
import { presentDealRecord } from './present-deal.ts';
import { dealerById } from './queries.ts';

type Input = z.output<typeof NewCreditDeal>;

export async function draftDeal(db: Db, actor: Actor, input: Input, now: Date): Promise<number> {
  if (!(await dealerById(db, input.dealer_id))) throw fieldRefusal({ dealer_id: ['Dealer not found.'] });
  await requireNotOwnBusiness(db, actor, { dealer: input.dealer_id });
  const { id } = await db
    .insertInto('dealer_credit_deals')
    .values({
      ...toRow(input, now),
      dealer_id: input.dealer_id,
      created_by: actor.userId,
      changed_by: actor.userId,
      updated_at: nextUpdatedAt(null, now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = { deal_id: id, at: now, event: 'create', to_state: 'draft', actor_id: actor.userId };
  await db.insertInto('dealer_credit_deal_events').values(event).execute();
  await writeAudit(db, actor, 'credit-deals.create', `credit-deal:${id}`, { after: input });
  return id;
}

export async function updateDeal(
  db: Db,
  actor: Actor,
  id: number,
  change: z.output<typeof CreditDealChange>,
  readAt: Date,
  now: Date,
): Promise<void> {
  const before = await dealById(db, id, 'lock');
  if (!before) throw new Refusal('not_found');
  if (!canStep(creditDealMachine, before.state, 'update'))
    throw new Refusal('invalid_transition', {
      message: 'A published deal cannot be changed. Cancel it and draft a new one.',
      allowed: eventsFrom(creditDealMachine, before.state, 'staff'),
    });
  if (isStale(before.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentDealRecord(db, id) });
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await requireNotOwnBusiness(db, actor, { dealer: before.dealer_id });
  const input = { ...toInput(before), ...defined } as Input;
  await db
    .updateTable('dealer_credit_deals')
    .set({ ...toRow(input, now), changed_by: actor.userId, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  await writeAudit(db, actor, 'credit-deals.update', `credit-deal:${id}`, { before: toInput(before), after: input });
}

/** Converts amounts to minor units of the deal's currency, or reports the invalid fields. */
function toRow(input: Input, now: Date) {
  const errors: Record<string, string[]> = {};
  const amount = (name: 'price' | 'bonus' | 'settles', text: string, least: bigint): bigint => {
    const read = parseMoney(text, input.currency);
    if (read && read.amountMinor >= least) return read.amountMinor;
    errors[name] = [`Enter an amount in ${input.currency}${least > 0n ? ' above zero' : ''}.`];
    return 0n;
  };
  const price_minor = amount('price', input.price, 1n);
  const bonus_minor = input.kind === 'top_up' ? amount('bonus', input.bonus, 0n) : 0n;
  const settles_minor = input.kind === 'settlement' ? amount('settles', input.settles ?? '', 1n) : null;
  const counts = ['ecu_credits', 'tcu_credits', 'awd_credits', 'universal_credits'] as const;
  const isPack = input.kind === 'credit_pack';
  if (isPack && counts.every((name) => input[name] === 0))
    errors.universal_credits = ['A pack must contain at least one credit.'];
  if (settles_minor !== null && !errors.price && !errors.settles && settles_minor < price_minor)
    errors.settles = ['The debt it settles must be at least its price.'];
  if (input.expires_at && input.expires_at <= now) errors.expires_at = ['Choose a future date.'];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return {
    kind: input.kind,
    title: input.title,
    note: input.note,
    currency: input.currency,
    price_minor,
    bonus_minor,
    settles_minor,
    ecu_credits: isPack ? input.ecu_credits : 0,
    tcu_credits: isPack ? input.tcu_credits : 0,
    awd_credits: isPack ? input.awd_credits : 0,
    universal_credits: isPack ? input.universal_credits : 0,
    pay_on_account: input.kind !== 'settlement' && input.pay_on_account,
    expires_at: input.expires_at,
  };
}

function toInput(deal: DealRow): Input {
  const currency = deal.currency as Currency;
  const text = (minor: bigint) => toDecimal(money(minor, currency));
  return {
    dealer_id: deal.dealer_id,
    kind: deal.kind as Input['kind'],
    title: deal.title,
    note: deal.note,
    currency,
    price: text(deal.price_minor),
    ecu_credits: deal.ecu_credits,
    tcu_credits: deal.tcu_credits,
    awd_credits: deal.awd_credits,
    universal_credits: deal.universal_credits,
    bonus: text(deal.bonus_minor),
    settles: deal.settles_minor === null ? null : text(deal.settles_minor),
    pay_on_account: deal.pay_on_account,
    expires_at: deal.expires_at,
  };
}
