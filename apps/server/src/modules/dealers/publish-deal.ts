import { isStale } from '@tuneport/domain/api/precondition';
import { creditDealMachine } from '@tuneport/domain/dealers/credit-deal-states';
import { type Currency, convert, money, parseMoney, ratio } from '@tuneport/domain/money/money';
import { canStep } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type GrantLimits, lockGrantsBy, requireNotOwnBusiness, startOfDay } from '../ledger/index.ts';
import { conversionRate, settingsOf } from '../settings/index.ts';
import { type DealRow, dealById } from './credit-deal-queries.ts';
import { presentDealRecord } from './present-deal.ts';

/**
 * A deal gives away credits, a bonus or part of a debt. The value that one person may both draft and publish is limited
 * per deal and per day; above that, someone other than the author must publish it, as they read it.
 */
export async function requireMayPublish(
  { db, platform, now }: { readonly db: Db; readonly platform: Platform; readonly now: Date },
  actor: Actor,
  id: number,
  readAt: Date,
): Promise<void> {
  const deal = await dealById(db, id, 'lock');
  if (!deal) throw new Refusal('not_found');
  const isAuthor = deal.created_by === actor.userId || deal.changed_by === actor.userId;
  const isGiven = readAt.getTime() > 0;
  if (!isAuthor && !isGiven) throw new Refusal('precondition_required');
  // The author may have changed it since the second person read it.
  if (isGiven && canStep(creditDealMachine, deal.state, 'update') && isStale(deal.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentDealRecord(db, id) });
  await requireNotOwnBusiness(db, actor, { dealer: deal.dealer_id });
  if (!isAuthor || actor.userId === null) return;
  const limits = await settingsOf({ db, versions: platform.versions });
  const value = dealValue(deal, limits);
  if (isAbove(value, limits.credits_alone_limit, limits.goodwill_alone_limit, limits))
    throw new Refusal('forbidden', {
      message: 'This deal is above the limit for one person. Someone other than its author must publish it.',
    });
  await lockGrantsBy(db, actor.userId);
  const today = (await publishedAlone(db, actor.userId, await startOfDay(db, now))).map((other) =>
    dealValue(other, limits),
  );
  const total = [value, ...today].reduce(sumOf);
  if (isAbove(total, limits.credits_daily_limit, limits.goodwill_daily_limit, limits))
    throw new Refusal('forbidden', {
      message: 'This deal would exceed the daily limit for one person. Someone other than its author must publish it.',
    });
}

type Gifts = Pick<
  DealRow,
  | 'ecu_credits'
  | 'tcu_credits'
  | 'awd_credits'
  | 'universal_credits'
  | 'bonus_minor'
  | 'settles_minor'
  | 'price_minor'
  | 'currency'
>;
/** In units and in minor units of the base currency; null without a conversion rate. */
type Value = { readonly units: number; readonly giftMinor: bigint | null };

const sumOf = (one: Value, other: Value): Value => ({
  units: one.units + other.units,
  giftMinor: one.giftMinor === null || other.giftMinor === null ? null : one.giftMinor + other.giftMinor,
});

function dealValue(deal: Gifts, limits: GrantLimits): Value {
  const units = deal.ecu_credits + deal.tcu_credits + deal.awd_credits + deal.universal_credits;
  const minor = deal.bonus_minor + (deal.settles_minor === null ? 0n : deal.settles_minor - deal.price_minor);
  if (minor <= 0n) return { units, giftMinor: 0n };
  const base = limits.conversion_rates.base as Currency;
  const gift = money(minor, deal.currency as Currency);
  if (gift.currency === base) return { units, giftMinor: minor };
  const known = conversionRate(limits.conversion_rates, gift.currency, base);
  return { units, giftMinor: known && convert(gift, ratio(known.rate), base).amountMinor };
}

function isAbove({ units, giftMinor }: Value, credits: string, goodwill: string, limits: GrantLimits): boolean {
  const most = parseMoney(goodwill === '' ? '0' : goodwill, limits.conversion_rates.base as Currency);
  return units > Number(credits) || giftMinor === null || (giftMinor > 0n && (!most || giftMinor > most.amountMinor));
}

/** Deals that this user both drafted and published since then. */
async function publishedAlone(db: Db, userId: number, since: Date): Promise<Gifts[]> {
  const { rows } = await sql<Gifts>`
    select d.ecu_credits, d.tcu_credits, d.awd_credits, d.universal_credits, d.bonus_minor, d.settles_minor, d.price_minor, d.currency
    from dealer_credit_deals d
    where d.published_at >= ${since} and (d.created_by = ${userId} or d.changed_by = ${userId}) and d.state <> 'cancelled'
      and exists (select from dealer_credit_deal_events e
        where e.deal_id = d.id and e.event = 'publish' and e.actor_id = ${userId})`.execute(db);
  return rows;
}
