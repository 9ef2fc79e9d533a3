import { type Currency, convert, money, parseMoney, ratio } from '@tuneport/domain/money';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type GrantLimits, requireNotOwnBusiness } from '../ledger/index.ts';
import { conversionRate, settingsOf } from '../settings/index.ts';
import { type DealRow, dealById } from './credit-deal-queries.ts';

/** A deal gives away credits, a bonus or part of a debt, so a large one is published by someone other than its author. */
export async function requireMayPublish(db: Db, platform: Platform, actor: Actor, id: number): Promise<void> {
  const deal = await dealById(db, id, 'lock');
  if (!deal) throw new Refusal('not_found');
  await requireNotOwnBusiness(db, actor, { dealer: deal.dealer_id });
  const isAuthor = deal.created_by === actor.userId || deal.changed_by === actor.userId;
  if (isAuthor && isLarge(deal, await settingsOf({ db, versions: platform.versions })))
    throw new Refusal('forbidden', {
      message: 'This deal is above the limit for one person. Someone other than its author has to publish it.',
    });
}

function isLarge(deal: DealRow, limits: GrantLimits): boolean {
  const units = deal.ecu_credits + deal.tcu_credits + deal.awd_credits + deal.universal_credits;
  const giftMinor = deal.bonus_minor + (deal.settles_minor === null ? 0n : deal.settles_minor - deal.price_minor);
  const base = limits.conversion_rates.base as Currency;
  const gift = money(giftMinor, deal.currency as Currency);
  const known = conversionRate(limits.conversion_rates, gift.currency, base);
  const worth = gift.currency === base ? gift : known && convert(gift, ratio(known.rate), base);
  const most = parseMoney(limits.goodwill_alone_limit === '' ? '0' : limits.goodwill_alone_limit, base);
  return (
    units > Number(limits.credits_alone_limit) ||
    (giftMinor > 0n && (!worth || !most || worth.amountMinor > most.amountMinor))
  );
}
