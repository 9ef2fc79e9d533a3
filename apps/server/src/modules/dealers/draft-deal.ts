import type { CreditDealChange, NewCreditDeal } from '@tuneport/contract/dealers-admin';
import { creditDealEvents, creditDealStep } from '@tuneport/domain/credit-deal-states';
import { type Currency, money, parseMoney, toDecimal } from '@tuneport/domain/money';
import { isStale, nextUpdatedAt } from '@tuneport/domain/precondition';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/index.ts';
import { requireNotOwnBusiness } from '../ledger/index.ts';
import { type DealRow, dealById } from './credit-deal-queries.ts';
import { presentDealRecord } from './present-deal.ts';
import { dealerById } from './queries.ts';

type Wish = z.output<typeof NewCreditDeal>;

export async function draftDeal(db: Db, actor: Actor, wish: Wish, now: Date): Promise<number> {
  if (!(await dealerById(db, wish.dealer_id))) throw fieldRefusal({ dealer_id: ['There is no such dealer.'] });
  await requireNotOwnBusiness(db, actor, { dealer: wish.dealer_id });
  const { id } = await db
    .insertInto('dealer_credit_deals')
    .values({
      ...toRow(wish, now),
      dealer_id: wish.dealer_id,
      created_by: actor.userId,
      changed_by: actor.userId,
      updated_at: nextUpdatedAt(null, now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = { deal_id: id, at: now, event: 'create', to_state: 'draft', actor_id: actor.userId };
  await db.insertInto('dealer_credit_deal_events').values(event).execute();
  await recordAct(db, actor, 'credit-deals.create', `credit-deal:${id}`, { after: wish });
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
  if (!creditDealStep(before.state, 'update'))
    throw new Refusal('invalid_transition', {
      message: 'A published deal stays what its link says. Cancel it and draft another.',
      allowed: creditDealEvents(before.state, 'staff'),
    });
  if (isStale(before.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentDealRecord(db, id) });
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await requireNotOwnBusiness(db, actor, { dealer: before.dealer_id });
  const wish = { ...toWish(before), ...defined } as Wish;
  await db
    .updateTable('dealer_credit_deals')
    .set({ ...toRow(wish, now), changed_by: actor.userId, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  await recordAct(db, actor, 'credit-deals.update', `credit-deal:${id}`, { before: toWish(before), after: wish });
}

/** Amounts in minor units of the deal's currency, or what is wrong at which field. */
function toRow(wish: Wish, now: Date) {
  const errors: Record<string, string[]> = {};
  const amount = (name: 'price' | 'bonus' | 'settles', text: string, least: bigint): bigint => {
    const read = parseMoney(text, wish.currency);
    if (read && read.amountMinor >= least) return read.amountMinor;
    errors[name] = [`Enter an amount in ${wish.currency}${least > 0n ? ' above zero' : ''}.`];
    return 0n;
  };
  const price_minor = amount('price', wish.price, 1n);
  const bonus_minor = wish.kind === 'top_up' ? amount('bonus', wish.bonus, 0n) : 0n;
  const settles_minor = wish.kind === 'settlement' ? amount('settles', wish.settles ?? '', 1n) : null;
  const counts = ['ecu_credits', 'tcu_credits', 'awd_credits', 'universal_credits'] as const;
  const isPack = wish.kind === 'credit_pack';
  if (isPack && counts.every((name) => wish[name] === 0))
    errors.universal_credits = ['A pack gives at least one credit.'];
  if (settles_minor !== null && !errors.price && !errors.settles && settles_minor < price_minor)
    errors.settles = ['The debt it settles is at least its price.'];
  if (wish.expires_at && wish.expires_at <= now) errors.expires_at = ['Choose a day to come.'];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return {
    kind: wish.kind,
    title: wish.title,
    note: wish.note,
    currency: wish.currency,
    price_minor,
    bonus_minor,
    settles_minor,
    ecu_credits: isPack ? wish.ecu_credits : 0,
    tcu_credits: isPack ? wish.tcu_credits : 0,
    awd_credits: isPack ? wish.awd_credits : 0,
    universal_credits: isPack ? wish.universal_credits : 0,
    pay_on_account: wish.kind !== 'settlement' && wish.pay_on_account,
    expires_at: wish.expires_at,
  };
}

function toWish(deal: DealRow): Wish {
  const currency = deal.currency as Currency;
  const text = (minor: bigint) => toDecimal(money(minor, currency));
  return {
    dealer_id: deal.dealer_id,
    kind: deal.kind as Wish['kind'],
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
