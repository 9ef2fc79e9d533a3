import type { OrderTotal } from '@tuneport/domain/store/order-total';
import type { ShippingOffer } from '@tuneport/domain/store/shipping';
import { toolOrderTypeOf } from '@tuneport/domain/store/tool-order';
import { guestHolds, holdRefusal, memberHolds, unpaidOrdersADayMax } from '@tuneport/domain/store/unpaid-holds';
import type { Actor } from '../../../platform/actor.ts';
import { type ClientKeys, clientKeys } from '../../../platform/client-keys.ts';
import { rememberLanguage } from '../../../platform/mail/mail-language.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { creditAffiliate } from '../../affiliates/index.ts';
import { type AddressValues, checkAddress, hashToken, newToken } from '../../identity/index.ts';
import { conversionRate, settingsOf } from '../../settings/index.ts';
import { lackingLines } from '../stock/out-of-stock.ts';
import { type HoldRules, insertOrder } from './order-queries.ts';
import type { AppliedDiscount, OrderRecord } from './order-record.ts';
import { presentQuote, presentSums } from './present-order.ts';
import { type CartInput, type PricedCart, type PricingContext, priceCart } from './price-cart.ts';
import { offersFor } from './quote-shipping.ts';

export type OrderInput = CartInput & {
  readonly billing: AddressValues;
  readonly shipping?: AddressValues | null | undefined;
  readonly shipping_tier?: string | null | undefined;
  readonly total?: { readonly amount: string; readonly currency: string } | undefined;
};

/** What an order would cost, refused as the order itself would be. Writes nothing. */
export async function priceOrder(platform: Platform, context: PricingContext, input: OrderInput) {
  const { billing: given, shipping } = readAddresses(input, context.actor.signedIn);
  const to = shipping ?? given;
  const place = { countryCode: to.country_code, state: to.state };
  const cart = await priceCart(platform, context, input, place);
  // Only the business with the verified VAT id is billed without tax.
  const billing = cart.taxes.business ? { ...cart.taxes.business, email: given.email } : given;
  const tier = await chosenTier(platform, cart, place, input.shipping_tier);
  const total = cart.total(tier?.price.amountMinor ?? 0n);
  refuseUnusableCodes(total);
  const sums = presentSums(total, cart.view.currency);
  if (input.total && (input.total.amount !== sums.total.amount || input.total.currency !== sums.total.currency))
    throw new Refusal('total_changed', {
      current: { ...presentQuote(cart, total), sums, shipping_tier: tier?.key ?? null },
    });
  return { cart, to, billing, tier, total };
}

/**
 * Stores the order with final totals and allocates its goods, or rejects it and writes nothing. The token is returned
 * only here. Uses the transaction of `platform.db`, if it is one; outside a transaction the request key makes retries
 * idempotent.
 */
export async function placeOrder(
  platform: Platform,
  context: PricingContext,
  input: OrderInput,
  {
    kind,
    requestKey = null,
    guestSession = null,
    holdMinutes,
  }: {
    kind?: OrderRecord['kind'];
    requestKey?: string | null;
    guestSession?: string | null;
    /** How long the goods stay reserved, for an order that staff place. */
    holdMinutes?: number;
  } = {},
): Promise<{ order: OrderRecord; token: string }> {
  const { cart, to, billing, tier, total } = await priceOrder(platform, context, input);
  const { actor, region, now } = context;
  const token = newToken();
  const settings = await settingsOf(platform);
  const { currency, defaultCurrency } = cart.view;
  const rate =
    currency === defaultCurrency ? null : conversionRate(settings.conversion_rates, defaultCurrency, currency);
  const email = actor.userId === null ? billing.email : null;
  const credited = await creditAffiliate(platform.db, {
    code: total.applied.map(({ id }) => cart.affiliates.get(id)).find((partner) => partner !== undefined),
    tag: context.tag,
    buyerId: actor.userId,
    email,
  });
  const discounts = total.applied.map((applied): AppliedDiscount => {
    const partner = cart.affiliates.get(applied.id);
    return partner && partner.affiliateId === credited?.affiliateId
      ? { ...applied, affiliate_id: partner.affiliateId, share_percent: partner.sharePercent }
      : { ...applied };
  });
  const holders = clientKeys(actor, guestSession);
  // A payment provider may report the payment, and parcels ship later.
  await rememberLanguage(platform.db, billing.email);
  try {
    const order = await insertOrder(
      platform.db,
      {
        request_key: requestKey,
        token_hash: hashToken(token).toString('hex'),
        kind: kind ?? toolOrderTypeOf(input.entries.map(({ slug }) => slug)) ?? 'store',
        region,
        user_id: actor.userId,
        dealer_id: cart.dealerId,
        placed_by: holders.user ?? holders.address,
        placed_from: holders.address,
        placed_session: holders.session,
        placed_site: holders.site,
        email: billing.email,
        currency,
        billing,
        shipping: tier ? { ...to, vat_id: '' } : null,
        tier_key: tier?.key ?? null,
        tier_name: tier?.name ?? null,
        list_minor: `${total.listMinor}`,
        discount_minor: `${total.discountMinor}`,
        contained_minor: `${total.containedMinor}`,
        shipping_minor: `${total.shippingMinor}`,
        shipping_contained_minor: `${total.shippingContainedMinor}`,
        tax_included: total.terms.included,
        reverse_charge: total.terms.reverseCharge,
        tax_minor: `${total.taxMinor}`,
        total_minor: `${total.totalMinor}`,
        taxes: total.taxes.map(({ name, percent, amountMinor }) => ({ name, percent, amount_minor: `${amountMinor}` })),
        discounts,
        affiliate_id: credited?.affiliateId ?? null,
        affiliate_share_percent: credited?.sharePercent ?? null,
        tracking_tag_id: credited?.tagId ?? null,
        default_currency: defaultCurrency,
        rate: rate?.rate ?? null,
        rate_as_of: rate?.asOf ?? null,
        placed_at: now,
      },
      cart.lines.map((line, at) => ({
        line: at + 1,
        product_id: line.product.id,
        slug: line.product.slug,
        name: line.product.name,
        sku: line.product.sku,
        options: line.options,
        quantity: line.quantity,
        unit_minor: `${line.unit.amountMinor}`,
        list_minor: `${total.lines[at]?.listMinor ?? 0n}`,
        discount_minor: `${total.lines[at]?.discountMinor ?? 0n}`,
        contained_minor: `${total.lines[at]?.containedMinor ?? 0n}`,
        net_minor: `${total.lines[at]?.netMinor ?? 0n}`,
        rental_days: line.days,
      })),
      cart.view.shortages,
      holdRules(holders, holdMinutes),
    );
    return { order, token };
  } catch (error) {
    throw refusalOf(error, actor, cart, total);
  }
}

function holdRules(holders: ClientKeys, minutes?: number): HoldRules {
  const rulesOf = (allowed: typeof guestHolds | typeof memberHolds) => ({
    minutes: minutes ?? allowed.minutes,
    holders: (['user', 'session', 'address', 'site'] as const).flatMap((kind) => {
      const limits = kind === 'session' ? guestHolds.session : allowed[kind];
      return holders[kind] === null ? [] : [{ kind, key: holders[kind], ...limits }];
    }),
  });
  return {
    guest: rulesOf(guestHolds),
    member: rulesOf(memberHolds),
    unpaidMax: unpaidOrdersADayMax[holders.user === null ? 'guest' : 'user'],
  };
}

function readAddresses(
  input: OrderInput,
  signedIn: boolean,
): { billing: AddressValues; shipping: AddressValues | null } {
  const billing = checkAddress(input.billing, 'billing.');
  const shipping = input.shipping ? checkAddress(input.shipping, 'shipping.') : null;
  const errors = { ...billing.errors, ...shipping?.errors };
  if (!signedIn && input.billing.email === '')
    errors['billing.email'] = ['Enter your e-mail so that we can send you the invoice.'];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return { billing: billing.address, shipping: shipping?.address ?? null };
}

async function chosenTier(
  platform: Platform,
  cart: PricedCart,
  place: { countryCode: string; state: string },
  wanted: string | null | undefined,
): Promise<ShippingOffer | null> {
  const offers = await offersFor(platform, cart, place);
  if (offers === null) return null;
  if (!wanted) throw fieldRefusal({ shipping_tier: ['Choose a shipping method.'] });
  const tier = offers.find(({ key }) => key === wanted);
  if (!tier) throw new Refusal('shipping_tier_not_supported_for_destination');
  return tier;
}

/** Rejects unusable codes before payment. */
function refuseUnusableCodes({ unknownCodes }: OrderTotal): void {
  if (unknownCodes.length > 0)
    throw fieldRefusal({ codes: unknownCodes.map((code) => `The code ${code} is invalid or has expired.`) });
}

function refusalOf(error: unknown, actor: Actor, cart: PricedCart, total: OrderTotal): unknown {
  const lacking = lackingLines(error);
  if (lacking) {
    const words = lacking.map(({ slug, available }) => {
      const name = cart.lines.find(({ product }) => product.slug === slug)?.product.name ?? slug;
      return available === 0 ? `${name} has just sold out.` : `Only ${available} of ${name} are left.`;
    });
    return new Refusal('out_of_stock', {
      message: `${words.join(' ')} You have not been charged. Change the quantity to continue.`,
      current: lacking.map(({ slug, available }) => ({ slug, available })),
    });
  }
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
  if (code === 'TP002') {
    const { minutes } = actor.emailConfirmed ? memberHolds : guestHolds;
    return new Refusal('too_many_requests', {
      retryAfterS: minutes * 60,
      message: holdRefusal(JSON.parse(String(detail)), minutes),
    });
  }
  if (code === 'TP003') {
    const used = total.applied.find(({ id }) => id === detail);
    return fieldRefusal({ codes: [`The code ${used?.code ?? used?.name ?? ''} has been used up.`] });
  }
  return error;
}
