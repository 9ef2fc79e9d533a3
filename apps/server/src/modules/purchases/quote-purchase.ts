import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { purchaseApprovalNumber } from '@tuneport/domain/dealers/purchase-approval-states';
import { membershipIn } from '@tuneport/domain/identity/permissions';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import type { Platform } from '../../platform/platform.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import type { presentEstimate } from '../catalog/index.ts';
import { creditChoices } from '../credits/index.ts';
import { accountProblem, dealerById, ownershipOf, receivable, spendExcess, waitingApproval } from '../dealers/index.ts';
import { balanceOf } from '../ledger/index.ts';
import { settingsOf } from '../settings/index.ts';
import { presentTerms, requirePricedFor } from '../store/index.ts';
import { disclaimerHash } from './buy-tunes.ts';
import { type Buyer, type PricedPurchase, pricePurchase, selectionOf } from './price-purchase.ts';
import { unusedPurchase } from './purchase-queries.ts';

type QuoteInput = {
  readonly estimate_hash: string;
  readonly country_code?: string | undefined;
  readonly state: string;
  readonly dealer?: string | undefined;
  readonly credits?: readonly number[] | undefined;
  readonly request_id?: number | undefined;
};

/** The price of buying an estimate and the ways to pay it. Writes nothing. */
export async function quotePurchase(platform: Platform, buyer: Buyer, input: QuoteInput) {
  const named = input.dealer ?? (await selectionOf(platform, buyer.actor, input.estimate_hash)).dealer;
  const account = await accountOf(platform, buyer, named);
  const address = account?.billing as { country_code: string; state: string } | null | undefined;
  const place =
    input.dealer !== undefined && address
      ? { countryCode: address.country_code, state: address.state }
      : input.country_code === undefined
        ? null
        : { countryCode: input.country_code, state: input.state };
  const priced = await pricePurchase(platform, buyer, input.estimate_hash, place, input.credits);
  if (input.dealer !== undefined && account) requirePricedFor(account.dealer.id, priced.made.dealer?.id ?? null);
  const wire = (minor: bigint) => toWire(money(minor, priced.currency));
  const [settings, choices, bought] = await Promise.all([
    settingsOf(platform),
    creditChoices(platform.db, { ...buyer, made: priced.made }),
    unusedPurchase(platform.db, ownershipOf(buyer.actor), input.estimate_hash),
  ]);
  const text = settings.tuning_disclaimer;
  return {
    list: wire(priced.listMinor),
    discount: wire(priced.discountMinor),
    credit: wire(priced.creditMinor),
    paid_with: paidWith(priced),
    credit_choices: await presentChoices(platform, choices),
    gives: givenText(priced),
    ...presentTerms(
      { ...priced.terms, containedMinor: priced.containedMinor, netMinor: priced.netMinor },
      priced.currency,
    ),
    taxes: priced.taxes.map(({ name, percent, amountMinor }) => ({ name, percent, amount: wire(amountMinor) })),
    tax: wire(priced.taxMinor),
    total: wire(priced.totalMinor),
    disclaimer: text === '' ? null : { text, hash: disclaimerHash(text) },
    account:
      account &&
      (await presentAccount(platform, buyer, account, {
        totalMinor: priced.totalMinor,
        currency: priced.currency,
        estimateHash: input.estimate_hash,
        requestId: input.request_id ?? null,
      })),
    bought: bought && { purchase_id: bought.id, number: purchaseNumber(bought.id) },
  };
}

type EstimateReply = ReturnType<typeof presentEstimate>;

/** An estimate with tune credits applied: covered lines are marked, and the total is the rest. */
export async function estimateWithCredits(
  platform: Platform,
  buyer: Buyer,
  estimate: EstimateReply,
  credits: readonly number[],
) {
  const wire = (minor: bigint) => toWire(money(minor, estimate.currency));
  if (credits.length === 0) return { ...estimate, credit: wire(0n), paid_with: [] };
  const priced = await pricePurchase(platform, buyer, estimate.hash, null, credits);
  return {
    ...estimate,
    lines: estimate.lines.map((line, at) => ({
      ...line,
      derivation: [...(priced.lines[at]?.derivation ?? line.derivation)],
    })),
    credit: wire(priced.creditMinor),
    paid_with: paidWith(priced),
    tax: wire(priced.taxMinor),
    total: wire(priced.totalMinor),
  };
}

/** The parts paid with tune credits, per line. */
const paidWith = ({ lines, covers, currency }: PricedPurchase) =>
  covers.map(({ line, kind, draw, netMinor }) => ({
    label: lines.find((one) => one.line === line)?.label ?? '',
    credits: creditsLabel(kind, draw.units),
    amount: toWire(money(netMinor, currency)),
  }));

/** The catalogue's description of what a dealer gets instead of a tune. */
const givenText = ({ made, lines }: PricedPurchase) =>
  lines.flatMap(({ gives, tune_id, label }) => {
    if (!gives) return [];
    const tune = made.chosen.find((one) => one.tune.id === tune_id)?.tune;
    const credits = (['ecu', 'tcu', 'awd'] as const).flatMap((kind) =>
      gives[kind] > 0 ? [creditsLabel(kind, gives[kind])] : [],
    );
    return [{ label, credits, text: tune?.split_credit_dealer_text ?? '' }];
  });

async function presentChoices(platform: Platform, choices: Awaited<ReturnType<typeof creditChoices>>) {
  const dealers = choices.flatMap(({ owner }) => (owner.startsWith('dealer:') ? [Number(owner.slice(7))] : []));
  const names =
    dealers.length === 0
      ? []
      : await platform.db.selectFrom('dealers').select(['id', 'name']).where('id', 'in', dealers).execute();
  return choices.map(({ id, kind, leftUnits, owner, expiresAt }) => ({
    id,
    kind,
    left: leftUnits,
    dealer: names.find((one) => owner === `dealer:${one.id}`)?.name ?? null,
    expires_at: expiresAt,
  }));
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

type Charged = {
  readonly totalMinor: bigint;
  readonly currency: Currency;
  readonly estimateHash: string;
  readonly requestId: number | null;
};

async function presentAccount(
  { db }: Platform,
  { actor: { userId }, now }: Buyer,
  { dealer, currency, limit, left }: NonNullable<Awaited<ReturnType<typeof accountOf>>>,
  charged: Charged,
) {
  const charge = { owner: `dealer:${dealer.id}`, userId, amountMinor: charged.totalMinor, currency, now } as const;
  const excess = await spendExcess(db, charge);
  const waiting = excess?.approvable
    ? await waitingApproval(db, { ...charged, dealerId: dealer.id, userId })
    : undefined;
  const barred =
    accountProblem(dealer, now) ??
    (currency !== charged.currency
      ? `This account is in ${currency}. Choose that currency to pay with it.`
      : limit === 0n
        ? 'No credit limit is set on this dealer account.'
        : null);
  return {
    dealer: { id: dealer.id, slug: dealer.slug, name: dealer.name },
    currency,
    credit_limit: toWire(money(limit, currency)),
    left: toWire(money(left, currency)),
    barred,
    needs_approval: excess?.approvable ?? false,
    waiting_approval: waiting ? { id: waiting.id, number: purchaseApprovalNumber(waiting.id) } : null,
  };
}
