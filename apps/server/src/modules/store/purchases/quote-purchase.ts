import { type Currency, money, toWire } from '@tuneport/domain/money';
import { membershipIn } from '@tuneport/domain/permissions';
import { purchaseNumber } from '@tuneport/domain/purchase-states';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { dealerById, hasBillingInfo, receivable } from '../../dealers/index.ts';
import { balanceOf } from '../../ledger/index.ts';
import { settingsOf } from '../../settings/index.ts';
import { disclaimerHash } from './buy-tunes.ts';
import { type Buyer, pricePurchase } from './price-purchase.ts';
import { unusedPurchase } from './purchase-queries.ts';

type Asked = {
  readonly estimate_hash: string;
  readonly country_code?: string | undefined;
  readonly state: string;
  readonly dealer?: string | undefined;
};

/** What buying an estimate would cost and how it could be paid. Nothing is written. */
export async function quotePurchase(platform: Platform, buyer: Buyer, asked: Asked) {
  const account = await accountOf(platform, buyer, asked.dealer);
  const address = account?.billing as { country_code: string; state: string } | null | undefined;
  const place =
    asked.dealer !== undefined && address
      ? { countryCode: address.country_code, state: address.state }
      : asked.country_code === undefined
        ? null
        : { countryCode: asked.country_code, state: asked.state };
  const priced = await pricePurchase(platform, buyer, asked.estimate_hash, place);
  const wire = (minor: bigint) => toWire(money(minor, priced.currency));
  const [settings, bought] = await Promise.all([
    settingsOf(platform),
    unusedPurchase(platform.db, buyer.actor.userId, asked.estimate_hash),
  ]);
  const text = settings.tuning_disclaimer;
  return {
    list: wire(priced.listMinor),
    discount: wire(priced.discountMinor),
    taxes: priced.taxes.map(({ name, percent, amountMinor }) => ({ name, percent, amount: wire(amountMinor) })),
    tax: wire(priced.taxMinor),
    total: wire(priced.totalMinor),
    disclaimer: text === '' ? null : { text, hash: disclaimerHash(text) },
    account: account && presentAccount(account, priced.currency),
    bought: bought && { purchase_id: bought.id, number: purchaseNumber(bought.id) },
  };
}

async function accountOf(platform: Platform, { actor }: Buyer, named: string | undefined) {
  const membership =
    named === undefined ? actor.dealers[0] : membershipIn(actor, /^\d+$/.test(named) ? Number(named) : named);
  if (named !== undefined && !membership) throw fieldRefusal({ dealer: ['You are not a member of this dealer.'] });
  const dealer = membership && (await dealerById(platform.db, membership.id));
  if (!dealer) return null;
  const currency = dealer.currency as Currency;
  const { postedMinor, pendingDebitMinor, maxMinor } = await balanceOf(platform.db, receivable(dealer.id, currency));
  const limit = maxMinor ?? 0n;
  const left = limit - postedMinor - pendingDebitMinor;
  return { dealer, currency, limit, left: left > 0n ? left : 0n, billing: dealer.billing_address };
}

function presentAccount(
  { dealer, currency, limit, left }: NonNullable<Awaited<ReturnType<typeof accountOf>>>,
  priceCurrency: Currency,
) {
  const barred = !hasBillingInfo(dealer)
    ? 'Billing information must be set up on this dealer account first.'
    : dealer.state === 'suspended'
      ? 'This dealer account is suspended.'
      : currency !== priceCurrency
        ? `This account is in ${currency}. Choose that currency to charge it.`
        : limit === 0n
          ? 'No credit limit is set on this dealer account.'
          : null;
  return {
    dealer: { id: dealer.id, slug: dealer.slug, name: dealer.name },
    currency,
    credit_limit: toWire(money(limit, currency)),
    left: toWire(money(left, currency)),
    barred,
  };
}
