import {
  type Discount,
  type PricedTune,
  type PriceRequest,
  type PriceSet,
  type PriceTable,
  priceTunes,
} from '@tuneport/domain/catalog/pricing';
import { tierDiscount } from '@tuneport/domain/dealers/dealer-tier';
import { roleDiscountKeys, seesDealerMaterial } from '@tuneport/domain/identity/permissions';
import {
  type Currency,
  convert,
  isCurrency,
  type Money,
  money,
  ratio,
  toWire,
  type WireMoney,
} from '@tuneport/domain/money/money';
import { discountsInForce } from '@tuneport/domain/promotions/sale-discount';
import type { Actor } from '../../../platform/actor.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conversionRate, priceCurrency, salesFor, settingsOf, shownCurrency } from '../../settings/index.ts';
import type { PriceRows, ToolRow, TuneRow } from '../tune-queries.ts';

/** Everything that a price depends on besides the tune: actor, region, time and currency. */
export type PriceView = {
  readonly currency: Currency;
  readonly defaultCurrency: Currency;
  readonly rate: string | null;
  readonly buyer: PriceRequest['buyer'];
  readonly discounts: readonly Discount[];
  /** Visitors see prices only while retail pricing is on. */
  readonly shown: boolean;
  readonly dealerMaterial: boolean;
  readonly rateTo: (from: string) => string | null;
};

export async function priceView(
  platform: Platform,
  viewer: { actor: Actor; region: Region; now: Date; currency?: string | undefined; dealerId?: number | undefined },
): Promise<PriceView> {
  const [settings, sales] = await Promise.all([settingsOf(platform), salesFor(platform, viewer.actor)]);
  const home = priceCurrency(settings);
  const currency = shownCurrency(settings, viewer.region, [viewer.currency, viewer.actor.displayCurrency]);
  const rateTo = (from: string) => conversionRate(settings.conversion_rates, from, currency)?.rate ?? null;
  return {
    currency,
    defaultCurrency: home,
    rate: currency === home ? null : rateTo(home),
    buyer: {
      isDealer: viewer.actor.dealers.length > 0,
      roleKeys: roleKeys(viewer.actor),
      tier: tierDiscount('tunes', viewer.actor.dealers, viewer.dealerId),
    },
    discounts: discountsInForce(sales, viewer.now, home),
    shown: settings.www_rpa || viewer.actor.signedIn,
    dealerMaterial: viewer.actor.signedIn && seesDealerMaterial(viewer.actor.role),
    rateTo,
  };
}

function roleKeys(actor: Actor): string[] {
  if (!actor.signedIn) return [];
  const has: Readonly<Record<(typeof roleDiscountKeys)[number], boolean>> = {
    user: true,
    dealer: actor.role === 4 || actor.dealers.length > 0,
    admin: actor.role === 3 || actor.role === 5,
    superadmin: actor.role === 5,
    tuner: actor.flags.includes('t') || actor.tuners.length > 0,
    affiliate: actor.affiliates.length > 0,
    developer: actor.flags.includes('fzd'),
  };
  return roleDiscountKeys.filter((key) => has[key]);
}

const tableOf = (rows: PriceRows | null, kind: keyof PriceRows[string]): PriceTable =>
  Object.fromEntries(
    Object.entries(rows ?? {}).flatMap(([currency, row]) => {
      const amount = row[kind];
      return isCurrency(currency) && amount !== null ? [[currency, BigInt(amount)]] : [];
    }),
  );

const priceSet = (rows: PriceRows | null): PriceSet => ({
  base: tableOf(rows, 'base'),
  addOn: tableOf(rows, 'addOn'),
  dealer: tableOf(rows, 'dealer'),
  dealerAddOn: tableOf(rows, 'dealerAddOn'),
});

type RoleDiscounts = PricedTune['roleDiscounts'];

export const pricedTune = (
  tune: Pick<TuneRow, 'id' | 'optional' | 'prices' | 'tier'> & Partial<TuneRow>,
  roleDiscounts: RoleDiscounts,
): PricedTune => ({
  id: tune.id,
  isAddOn: tune.optional,
  quantity: 1,
  prices: priceSet(tune.prices),
  tier: tune.tier === null ? null : priceSet(tune.tier),
  roleDiscounts,
  splitCredits: tune.give_split_credits
    ? {
        ecu: tune.split_ecu_credit_amt ?? 0,
        tcu: tune.split_tcu_credit_amt ?? 0,
        awd: tune.split_awd_credit_amt ?? 0,
      }
    : null,
});

const request = (view: PriceView, tunes: readonly PricedTune[], discounts: readonly Discount[]): PriceRequest => ({
  currency: view.currency,
  defaultCurrency: view.defaultCurrency,
  rate: view.rate,
  buyer: view.buyer,
  tunes,
  fees: [],
  discounts,
  codes: [],
  taxes: [],
});

// Placeholder for the main tune of the purchase that this add-on is added to.
const anotherTune = (view: PriceView): PricedTune => ({
  id: -1,
  isAddOn: false,
  quantity: 1,
  prices: { base: { [view.currency]: 2n ** 50n } },
  tier: null,
  roleDiscounts: [],
  splitCredits: null,
});

const wire = (amountMinor: bigint, view: PriceView): WireMoney => toWire(money(amountMinor, view.currency));

/**
 * The list price of the given kind, regardless of what the actor pays. The tune's own price takes precedence over its
 * tier's.
 */
function listed(view: PriceView, tune: PricedTune, kind: keyof PriceSet): WireMoney | null {
  const only: PricedTune = {
    ...tune,
    prices: { base: tune.prices[kind] ?? {} },
    tier: tune.tier && { base: tune.tier[kind] ?? {} },
  };
  const quote = priceTunes(request(view, [only], []));
  return quote.kind === 'quote' ? wire(quote.listMinor, view) : null;
}

function paid(view: PriceView, tune: PricedTune, asAddOn: boolean): WireMoney | null {
  // A fixed amount is deducted once per purchase, so it is ignored in the price of an add-on.
  const discounts = asAddOn ? view.discounts.filter(({ amountType }) => amountType === 'percent') : view.discounts;
  const open = discounts.filter(({ code }) => code === null);
  const quote = priceTunes(request(view, asAddOn ? [anotherTune(view), tune] : [tune], open));
  const line = quote.kind === 'quote' ? quote.lines.find(({ id }) => id === String(tune.id)) : undefined;
  return line ? wire(line.amountMinor, view) : null;
}

const noPrices = { price: null, addonprice: null, baseprice: null, baseaddonprice: null };
const noDealerPrices = { dealerprice: null, dealeraddonprice: null };

type TunePrices = ReturnType<typeof pricesOf>;

const priceCaches = new Map<string, Map<string, TunePrices>>();
const priceCachesMax = 50;
const pricesMax = 2000;
const cacheByView = new WeakMap<PriceView, Map<string, TunePrices>>();

/** Views that produce the same prices share a cache. The key contains everything that pricing reads from a view. */
function priceCacheOf(view: PriceView): Map<string, TunePrices> {
  const mine = cacheByView.get(view);
  if (mine) return mine;
  const fingerprint = JSON.stringify([request(view, [], view.discounts), view.shown, view.dealerMaterial]);
  const known = priceCaches.get(fingerprint);
  if (!known && priceCaches.size >= priceCachesMax) priceCaches.clear();
  const cachedPrices = known ?? new Map<string, TunePrices>();
  priceCaches.set(fingerprint, cachedPrices);
  cacheByView.set(view, cachedPrices);
  return cachedPrices;
}

/** Thousands of tunes share a dozen price tiers, so equal inputs are priced once. */
export function tunePrices(view: PriceView, row: TuneRow, roleDiscounts: RoleDiscounts) {
  if (row.is_stock || !view.shown) return { ...noPrices, ...(view.dealerMaterial ? noDealerPrices : {}) };
  const cachedPrices = priceCacheOf(view);
  const fingerprint = JSON.stringify([row.optional, row.prices, row.tier, roleDiscounts]);
  const known = cachedPrices.get(fingerprint);
  if (known) return known;
  const prices = pricesOf(view, pricedTune(row, roleDiscounts));
  if (cachedPrices.size >= pricesMax) cachedPrices.clear();
  cachedPrices.set(fingerprint, prices);
  return prices;
}

function pricesOf(view: PriceView, tune: PricedTune) {
  const baseprice = listed(view, tune, 'base');
  return {
    price: paid(view, tune, false),
    addonprice: paid(view, tune, true),
    baseprice,
    baseaddonprice: listed(view, tune, 'addOn') ?? baseprice,
    ...(view.dealerMaterial
      ? {
          dealerprice: listed(view, tune, 'dealer'),
          dealeraddonprice: listed(view, tune, 'dealerAddOn') ?? listed(view, tune, 'dealer'),
        }
      : {}),
  };
}

/** Current and previous price of a tune in a list, for the given view. */
export function listPrices(view: PriceView, row: Pick<TuneRow, 'id' | 'optional' | 'prices' | 'tier'>) {
  if (!view.shown) return { price: null, baseprice: null };
  const tune = pricedTune(row, []);
  return { price: paid(view, tune, false), baseprice: listed(view, tune, 'base') };
}

/** A fee in the currency of the view, or in its own currency if no exchange rate is known. */
export function feeMoney(view: PriceView, amountMinor: bigint, currency: string): Money {
  if (!isCurrency(currency)) throw new TypeError(`not a currency: ${currency}`);
  const fee = money(amountMinor, currency);
  const rate = currency === view.currency ? null : view.rateTo(currency);
  return rate === null ? fee : convert(fee, ratio(rate), view.currency);
}

export const feeIn = (view: PriceView, amountMinor: bigint, currency: string): WireMoney =>
  toWire(feeMoney(view, amountMinor, currency));

export const presentTool = (view: PriceView, row: ToolRow) => {
  const { install_fee_minor, rental_fee_minor, currency, ...same } = row;
  return {
    ...same,
    install_fee: feeIn(view, install_fee_minor, currency),
    rental_fee: rental_fee_minor === null ? null : feeIn(view, rental_fee_minor, currency),
  };
};

/** A fee as pricing input: unchanged if its currency is supported, otherwise converted to the currency of the view. */
export function feeTable(view: PriceView, amountMinor: bigint, currency: string): PriceTable {
  if (!isCurrency(currency)) throw new TypeError(`not a currency: ${currency}`);
  if (currency === view.currency || currency === view.defaultCurrency) return { [currency]: amountMinor };
  const rate = view.rateTo(currency);
  if (rate === null) return {};
  return { [view.currency]: convert(money(amountMinor, currency), ratio(rate), view.currency).amountMinor };
}
