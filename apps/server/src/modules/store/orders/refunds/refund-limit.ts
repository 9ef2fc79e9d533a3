import { may } from '@tuneport/domain/identity/permissions';
import {
  type Currency,
  compare,
  convert,
  type Money,
  moneyText,
  parseMoney,
  ratio,
} from '@tuneport/domain/money/money';
import type { Actor } from '../../../../platform/actor.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { conversionRate, settingsOf } from '../../../settings/index.ts';

/**
 * Above a limit only a SuperAdmin may refund. All refunds of a payment count together, so that it cannot be split
 * below the limit.
 */
export async function requireWithinLimit(platform: Platform, actor: Actor, together: Money): Promise<void> {
  if (may(actor, 'refunds.large')) return;
  const { refund_limit, conversion_rates } = await settingsOf(platform);
  const base = conversion_rates.base as Currency;
  const limit = parseMoney(refund_limit, base);
  if (refund_limit === '' || !limit) return;
  const rate = conversionRate(conversion_rates, base, together.currency);
  const most = rate && convert(limit, ratio(rate.rate), together.currency);
  if (most && compare(together, most) <= 0) return;
  throw new Refusal('forbidden', {
    message: `Only a SuperAdmin can refund more than ${moneyText(most ?? limit)} for one payment. Nothing was refunded.`,
  });
}
