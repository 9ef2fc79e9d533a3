import { tierDiscount } from '@tuneport/domain/dealers/dealer-tier';
import { seesDealerMaterial } from '@tuneport/domain/identity/permissions';
import { discountsInForce } from '@tuneport/domain/promotions/sale-discount';
import { type PriceSource, type Shortages, shortagesOn } from '@tuneport/domain/store/product';
import type { Actor } from '../../../platform/actor.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conversionRate, priceCurrency, salesFor, settingsOf, shownCurrency } from '../../settings/index.ts';

/**
 * Everything that a product's price and stock label depend on besides the product: actor, region, time and currency.
 */
export type BuyerView = PriceSource & {
  readonly region: Region;
  /** Visitors see prices only while retail pricing is on. */
  readonly shown: boolean;
  readonly dealerMaterial: boolean;
  readonly sale: { readonly name: string; readonly percent: string } | null;
  readonly shortages: Shortages;
  readonly rentalDays: number;
  readonly loanDays: number;
};

export async function buyerView(
  platform: Platform,
  viewer: {
    actor: Actor;
    region: Region;
    now: Date;
    currency?: string | undefined;
    dealerId?: number | null | undefined;
  },
): Promise<BuyerView> {
  const [settings, sales] = await Promise.all([settingsOf(platform), salesFor(platform, viewer.actor)]);
  const home = priceCurrency(settings);
  const currency = shownCurrency(settings, viewer.region, [viewer.currency, viewer.actor.displayCurrency]);
  const percentages = discountsInForce(sales, viewer.now, home)
    .filter(({ type, amountType, code }) => type !== 'tunes' && amountType === 'percent' && code === null)
    .sort((a, b) => Number(b.amount) - Number(a.amount));
  const best = percentages[0];
  return {
    currency,
    defaultCurrency: home,
    rate: currency === home ? null : (conversionRate(settings.conversion_rates, home, currency)?.rate ?? null),
    isDealer: viewer.actor.dealers.length > 0,
    tier: tierDiscount('products', viewer.actor.dealers, viewer.dealerId ?? undefined),
    region: viewer.region,
    shown: settings.www_rpa || viewer.actor.signedIn,
    dealerMaterial: viewer.actor.signedIn && seesDealerMaterial(viewer.actor.role),
    sale: best ? { name: best.name, percent: best.amount } : null,
    shortages: shortagesOn(settings),
    rentalDays: Number(settings.rental_days),
    loanDays: Number(settings.loan_days),
  };
}
