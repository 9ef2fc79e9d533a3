import { type AffiliateLevel, parseLevels } from '@tuneport/domain/affiliates/levels';
import { type Currency, money, parseMoney, toWire } from '@tuneport/domain/money/money';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { earnedBetween } from '../../ledger/index.ts';
import { settingsOf } from '../../settings/index.ts';
import { requireAffiliate } from '../policy.ts';

type Affiliate = Awaited<ReturnType<typeof requireAffiliate>>;

/** What the affiliate earned in the last 12 months, less reversals, in its own currency. */
async function reachedMinor(db: Db, { id, currency }: Affiliate, now: Date): Promise<bigint> {
  const from = new Date(now);
  from.setUTCFullYear(from.getUTCFullYear() - 1);
  return earnedBetween(db, `affiliate:${id}`, currency as Currency, from, now);
}

const neededMinor = ({ target }: AffiliateLevel, currency: Currency): bigint =>
  parseMoney(String(target), currency)?.amountMinor ?? 0n;

async function standing(db: Db, platform: Platform, affiliate: Affiliate, now: Date) {
  const currency = affiliate.currency as Currency;
  const levels = parseLevels((await settingsOf(platform)).affiliate_levels) ?? [];
  const next = levels[affiliate.level];
  const reached = await reachedMinor(db, affiliate, now);
  return { currency, next, reached, met: next !== undefined && reached >= neededMinor(next, currency) };
}

export async function targetStatus(db: Db, platform: Platform, actor: Actor, id: number, now: Date) {
  const affiliate = await requireAffiliate(db, actor, id);
  const { currency, next, reached, met } = await standing(db, platform, affiliate, now);
  return {
    level: affiliate.level,
    share_percent: affiliate.share_percent,
    reached: toWire(money(reached, currency)),
    next: next
      ? {
          level: affiliate.level + 1,
          needed: toWire(money(neededMinor(next, currency), currency)),
          share_percent: next.sharePercent,
        }
      : null,
    can_ascend: met,
  };
}

/** Moves up one level. A share that staff set higher stays. */
export async function ascend(db: Db, platform: Platform, actor: Actor, id: number, now: Date) {
  const affiliate = await requireAffiliate(db, actor, id, 'lock');
  const { currency, next, reached, met } = await standing(db, platform, affiliate, now);
  if (!next || !met)
    throw new Refusal('conflict', {
      message: next ? 'The target of the next level is not reached yet.' : 'This is the highest level.',
    });
  const share =
    Number(next.sharePercent) > Number(affiliate.share_percent) ? next.sharePercent : affiliate.share_percent;
  const level = affiliate.level + 1;
  await db.updateTable('affiliates').set({ level, share_percent: share }).where('id', '=', id).execute();
  await db
    .insertInto('affiliate_level_events')
    .values({
      affiliate_id: id,
      at: now,
      from_level: affiliate.level,
      to_level: level,
      reached_minor: reached,
      currency,
      actor_id: actor.userId,
    })
    .execute();
  await writeAudit(db, actor, 'affiliates.ascend', `affiliate:${id}`, {
    before: { level: affiliate.level, share_percent: affiliate.share_percent },
    after: { level, share_percent: share },
  });
  return { level, share_percent: share };
}
