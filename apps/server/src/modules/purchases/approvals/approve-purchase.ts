import { EstimateInput } from '@tuneport/contract/catalog/estimate-shapes';
import { money, toWire } from '@tuneport/domain/money/money';
import { taxesToTotal } from '@tuneport/domain/store/tax/tax-labels';
import { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { makeEstimate, storeMadeEstimate } from '../../catalog/index.ts';
import {
  type ApprovalRow,
  lockForDecision,
  mailOutcome,
  requestManagerApproval,
  spendExcess,
  stepApproval,
} from '../../dealers/index.ts';
import {
  dealerAccountFor,
  orderTotalNow,
  placeApprovedOrder,
  requesterOf,
  requireCurrency,
  requirePricedFor,
} from '../../store/index.ts';
import {
  accountFor,
  type PurchaseInput,
  planOf,
  refusalOf,
  requireAgreed,
  requireNotSoldAsCredits,
} from '../buy-tunes.ts';
import { placePurchase } from '../place-purchase.ts';
import {
  type Buyer,
  type PricedPurchase,
  priceEstimate,
  pricePurchase,
  selectionOf,
  vehicleOf,
} from '../price-purchase.ts';
import { askFollower, notifyRepriced } from '../purchase-followers.ts';

/**
 * Prices are read on the connection of the caller. A call that waits for a second one while it holds locks stops all
 * others, as soon as those who wait for its locks have taken every connection.
 */
const inTransaction = (platform: Platform, db: Db): Platform => ({ ...platform, db });

/** What a purchase needs besides its approval, stored when approval is requested. */
const Stored = z.object({
  selection: EstimateInput,
  region: z.literal([1, 2]),
  credits: z.array(z.number()),
  installer: z.string().optional(),
  vehicle_path: z.string().optional(),
  disclaimer_hash: z.string().optional(),
  again: z.boolean(),
  tag: z.string().optional(),
});

type Asked = Omit<PurchaseInput, 'tender' | 'requestKey'> & {
  readonly dealer: string | undefined;
  readonly note: string;
};

/** Checks a purchase on account as if it were bought, and asks the managers to approve it. */
export async function requestApproval(
  db: Db,
  whole: Platform,
  buyer: Buyer,
  input: Asked,
): Promise<{ approval: ApprovalRow; dealerId: number }> {
  const platform = inTransaction(whole, db);
  await requireAgreed(platform, input.disclaimerHash);
  const account = await accountFor(platform, buyer, input);
  const { country_code: countryCode, state } = account.billing;
  const requestId = input.requestId ?? null;
  const priced = await pricePurchase(
    platform,
    { ...buyer, requestId },
    input.estimateHash,
    { countryCode, state },
    input.credits,
  );
  if (requestId !== null) requireNotSoldAsCredits(priced.lines.filter(({ gives }) => gives !== null));
  requireCurrency(account, priced.currency);
  requirePricedFor(account.id, priced.made.dealer?.id ?? null);
  requireSeen(priced, input.total);
  const excess = await spendExcess(db, {
    owner: `dealer:${account.id}`,
    userId: buyer.actor.userId,
    amountMinor: priced.totalMinor,
    currency: priced.currency,
    now: buyer.now,
  });
  if (!excess)
    throw new Refusal('conflict', { message: 'This is within your spending limit. You can buy it without approval.' });
  if (!excess.approvable) throw new Refusal('conflict', { message: excess.message });
  await askFollower(db, requestId, input.estimateHash);
  const selection = await selectionOf(platform, buyer.actor, input.estimateHash);
  const { vehicle } = await vehicleOf(platform, priced.made, input.vehiclePath);
  const stored: z.input<typeof Stored> = {
    selection,
    region: buyer.region,
    credits: [...(input.credits ?? [])],
    again: input.again ?? false,
    ...(input.installer === undefined ? {} : { installer: input.installer }),
    ...(input.vehiclePath === undefined ? {} : { vehicle_path: input.vehiclePath }),
    ...(input.disclaimerHash === undefined ? {} : { disclaimer_hash: input.disclaimerHash }),
    ...(buyer.tag === undefined ? {} : { tag: buyer.tag }),
  };
  const approval = await requestManagerApproval(
    db,
    platform.config.publicOrigin,
    buyer.actor,
    {
      dealerId: account.id,
      requestId,
      estimateHash: input.estimateHash,
      input: stored,
      vehicle,
      lines: rowsOf(priced),
      currency: priced.currency,
      totalMinor: priced.totalMinor,
      note: input.note,
    },
    buyer.now,
  );
  return { approval, dealerId: account.id };
}

/** Rows that sum to the total: lines as shown, credits that pay a part, and taxes that are added or taken off. */
const rowsOf = ({ lines, creditMinor, ...sale }: PricedPurchase) => [
  ...lines.map((line) => ({ label: line.label, amountMinor: line.net_minor + line.contained_minor })),
  ...(creditMinor > 0n ? [{ label: 'Paid with tune credits', amountMinor: -creditMinor }] : []),
  ...taxesToTotal(sale),
];

function requireSeen(priced: PricedPurchase, seen: PurchaseInput['total']): void {
  const total = toWire(money(priced.totalMinor, priced.currency));
  if (seen && (seen.amount !== total.amount || seen.currency !== total.currency))
    throw new Refusal('total_changed', { current: { total } });
}

/** An approval with its price now, for the member who asked. */
async function priceApproval(db: Db, whole: Platform, approval: ApprovalRow, now: Date) {
  const platform = inTransaction(whole, db);
  const requester = await requesterOf(db, approval);
  const stored = Stored.parse(approval.input);
  const account = await dealerAccountFor(db, requester, String(approval.dealer_id), now);
  const buyer: Buyer = {
    actor: requester,
    region: stored.region as Region,
    now,
    requestId: approval.request_id,
    tag: stored.tag,
  };
  const made = await makeEstimate(platform, { actor: requester, region: buyer.region, now, input: stored.selection });
  // The member may have joined another dealer meanwhile.
  requirePricedFor(account.id, made.dealer?.id ?? null);
  const { country_code: countryCode, state } = account.billing;
  const priced = await priceEstimate(platform, buyer, made, { countryCode, state }, stored.credits);
  requireCurrency(account, priced.currency);
  return { stored, account, buyer, made, priced };
}

/** The price now, or why it can no longer be bought. */
export async function currentPrice(db: Db, platform: Platform, approval: ApprovalRow, now: Date) {
  if (approval.state !== 'waiting') return { current: null, problem: null };
  try {
    const total =
      approval.kind === 'order'
        ? await orderTotalNow(db, platform, approval, now)
        : totalOf((await priceApproval(db, platform, approval, now)).priced);
    return { current: toWire(total), problem: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [first] = Object.values(error.extra.errors ?? {}).flat();
    return { current: null, problem: first ?? error.message };
  }
}

const totalOf = ({ totalMinor, currency }: PricedPurchase) => money(totalMinor, currency);

type Approving = { readonly db: Db; readonly platform: Platform; readonly now: Date };

/**
 * Buys the requested tunes for the member on the account, at the current price, which the manager must have seen. One
 * transaction under the locks of dealer and approval: of two managers, one decides.
 */
export async function approvePurchase(
  { db, platform: whole, now }: Approving,
  actor: Actor,
  params: { id: number | string; approvalId: number },
  seen: { readonly amount: string; readonly currency: string },
): Promise<ApprovalRow> {
  const platform = inTransaction(whole, db);
  const { dealer, approval, by } = await lockForDecision(db, actor, params.id, params.approvalId);
  if (approval.state === 'waiting' && approval.expires_at <= now)
    throw new Refusal('conflict', { message: 'This request has expired. Ask the member to request it again.' });
  let placed = money(0n, 'CAD');
  const approved = await stepApproval({ db, now }, approval, 'approve', by, {
    set: async () => {
      if (approval.kind === 'order') {
        const order = await placeApprovedOrder({ db, platform, now }, approval, actor, seen);
        placed = order.total;
        return { order_id: order.id };
      }
      const { stored, account, buyer, made, priced } = await priceApproval(db, platform, approval, now);
      requireSeen(priced, seen);
      const input: PurchaseInput = {
        estimateHash: made.hash,
        tender: { kind: 'account', dealer: String(dealer.id) },
        requestKey: `purchase-approval:${approval.id}`,
        requestId: approval.request_id ?? undefined,
        disclaimerHash: stored.disclaimer_hash,
        installer: stored.installer,
        vehiclePath: stored.vehicle_path,
        again: stored.again,
      };
      const { id: accountId, billing } = account;
      const plan = await planOf(platform, buyer, input, { priced, billing, accountId, cardMinor: 0n });
      await storeMadeEstimate(db, made, buyer.actor, now);
      if (approval.request_id !== null)
        await notifyRepriced(db, approval.request_id, approval.estimate_hash, made.hash);
      placed = money(priced.totalMinor, priced.currency);
      const purchase = await placePurchase(db, platform, buyer, { ...plan, approved: true }).catch((error: unknown) => {
        throw refusalOf(error, priced);
      });
      return { purchase_id: purchase.id };
    },
  });
  await mailOutcome(db, platform.config.publicOrigin, dealer, approved, placed);
  return approved;
}
