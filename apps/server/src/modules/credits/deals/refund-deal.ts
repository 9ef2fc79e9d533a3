import { type CreditDealState, creditDealMachine, creditDealNumber } from '@tuneport/domain/dealers/credit-deal-states';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { merged, move } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, type Money, money } from '@tuneport/domain/money/money';
import { canStep } from '@tuneport/domain/states/machine';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { system } from '../../audit/index.ts';
import { type DealRow, dealById, moveDeal, receivable } from '../../dealers/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { type Booking, type Payment, paymentOfSubject, type Refund, refundPayment } from '../../payments/index.ts';
import { issueDealCreditNote, requireWithinLimit } from '../../store/index.ts';
import { type LotRow, lockLots, lotsFrom, usesFor } from '../credit-queries.ts';
import { holdCredits, postHeld } from '../hold-credits.ts';
import { redeemLegs } from '../issue-credits.ts';
import { takeBackSold } from '../sell-credits.ts';
import { dealTaxPart } from './deal-invoice.ts';
import { paidByCard } from './paid-by-card.ts';

type Request = { readonly id: number; readonly reason: string; readonly requestKey: string };

const saleOf = (id: number) => `credit-deal:${id}` as const;
const holdDays = 60;

/**
 * Refunds the unused tune credits of a deal at what was paid for them, outside any transaction: to the card that paid,
 * or off the dealer's account. The credits are held with the refund, so that they cannot be used meanwhile.
 */
export async function refundDeal(platform: Platform, actor: Actor, request: Request): Promise<void> {
  const { db } = platform;
  const deal = await dealById(db, request.id);
  if (!deal) throw new Refusal('not_found');
  await requireNotOwnBusiness(db, actor, { dealer: deal.dealer_id });
  requireRefund(deal);
  // A card that was charged too late is refunded by itself; a deal paid on account is refunded to the account.
  const [byCard] = await paidByCard(db, deal.id);
  const payment = byCard ? await paymentOfSubject(db, saleOf(deal.id)) : null;
  if (payment && payment.capturedMinor > 0n) return refundToCard(platform, actor, request, deal, payment);
  await retryOnDeadlock(db, async (tx) => {
    const now = platform.clock.now();
    const { locked, amount, netMinor } = await holdUnused(tx, request, { actorId: actor.userId, now });
    await requireWithinLimit({ ...platform, db: tx }, actor, amount);
    const account = receivable(locked.dealer_id, amount.currency);
    let backMinor = await takenBackMinor(tx, deal.id);
    await issueDealCreditNote(tx, locked, { amount, netMinor, refundId: null, now });
    const done = await postHeld(
      tx,
      saleOf(deal.id),
      { kind: 'credit-deal.refunded', now, actorId: actor.userId },
      (use) => {
        const valueMinor = use.value_minor ?? 0n;
        const tax = dealTaxPart(locked, backMinor, valueMinor);
        backMinor += valueMinor;
        return {
          legs: merged([
            ...redeemLegs(use.owner, use.kind, use.units),
            ...move(platformAccount('defer.credits', amount.currency), account, valueMinor),
            ...move(platformAccount('tax', amount.currency), account, tax),
          ]),
        };
      },
    );
    if (done === 'ended') throw new Error(`the credits of ${saleOf(deal.id)} were not held`);
    await step(tx, locked, actor, request.reason, now);
  });
}

async function refundToCard(
  platform: Platform,
  actor: Actor,
  request: Request,
  deal: DealRow,
  payment: Payment,
): Promise<void> {
  const amount = await refundOf(platform.db, deal, await unusedOf(platform.db, deal.id));
  await refundPayment(platform, {
    paymentId: payment.id,
    amount,
    reason: request.reason,
    requestKey: request.requestKey,
    actorId: actor.userId,
    detail: { unused: true },
    async within(tx, { allMinor }) {
      const held = await holdUnused(tx, request, { actorId: actor.userId, now: platform.clock.now() });
      if (held.amount.amountMinor !== amount.amountMinor)
        throw new Refusal('conflict', { message: 'Some of the credits were used meanwhile. Try again.' });
      await requireWithinLimit({ ...platform, db: tx }, actor, money(allMinor, amount.currency));
    },
  });
}

/** The lots of the deal itself; credits given to others count as used. */
const unusedOf = async (db: Db, id: number): Promise<LotRow[]> =>
  (await lotsFrom(db, saleOf(id))).filter(({ source }) => source === 'deal');

const worthOf = ({ currency }: DealRow, lots: readonly LotRow[]): Money =>
  money(
    lots.reduce((sum, lot) => sum + (lot.left_minor ?? 0n), 0n),
    currency as Currency,
  );

/** What was paid for these lots, with its tax. */
async function refundOf(db: Db, deal: DealRow, lots: readonly LotRow[]): Promise<Money> {
  const net = requireSome(worthOf(deal, lots));
  const taxMinor = dealTaxPart(deal, await takenBackMinor(db, deal.id), net.amountMinor);
  return money(net.amountMinor + taxMinor, net.currency);
}

/** The value before tax of credits that earlier refunds and lost disputes took back. */
export const takenBackMinor = async (db: Db, id: number): Promise<bigint> =>
  (await usesFor(db, saleOf(id), 'done'))
    .filter(({ what }) => what === 'take-back')
    .reduce((sum, { value_minor }) => sum + (value_minor ?? 0n), 0n);

function requireSome(amount: Money): Money {
  if (amount.amountMinor > 0n) return amount;
  throw new Refusal('already_committed', { message: 'None of the credits of this deal are left to refund.' });
}

function requireRefund({ kind, state }: DealRow): void {
  if (kind !== 'credit_pack' || !canStep(creditDealMachine, state as CreditDealState, 'refund', 'staff'))
    throw new Refusal('conflict', { message: 'Only tune credits of a paid deal can be refunded.' });
}

/** Holds every unused credit of a deal, under the locks of the deal and its lots. */
async function holdUnused(
  db: Db,
  { id }: Request,
  by: { readonly actorId: number | null; readonly now: Date },
): Promise<{ readonly locked: DealRow; readonly amount: Money; readonly netMinor: bigint }> {
  const locked = await dealById(db, id, 'lock');
  if (!locked) throw new Refusal('not_found');
  requireRefund(locked);
  await lockLots(db, { ids: (await unusedOf(db, id)).map((lot) => lot.id) });
  const lots = (await unusedOf(db, id)).filter(({ left_units }) => left_units > 0);
  const amount = await refundOf(db, locked, lots);
  for (const lot of lots)
    await holdCredits(db, {
      what: 'take-back',
      subject: saleOf(id),
      owner: lot.owner,
      kind: lot.kind,
      draw: { lotId: lot.id, units: lot.left_units, valueMinor: lot.left_minor },
      ...by,
      expiresAt: new Date(by.now.getTime() + holdDays * dayMs),
    });
  return { locked, amount, netMinor: worthOf(locked, lots).amountMinor };
}

/** A deal of which every credit came back is refunded, any other in part. */
async function step(
  db: Db,
  deal: DealRow,
  by: Parameters<typeof moveDeal>[3],
  reason: string,
  now: Date,
): Promise<void> {
  const lots = await unusedOf(db, deal.id);
  const back = (await usesFor(db, saleOf(deal.id), 'done')).filter(({ what }) => what === 'take-back');
  const unitsOf = (list: readonly { readonly units: number }[]) => list.reduce((sum, { units }) => sum + units, 0);
  const isAll = unitsOf(back) === unitsOf(lots);
  await moveDeal({ db, now }, deal, isAll ? 'refund' : 'refund-part', by, { reason });
}

/**
 * Booked when a refund settles: what was owed for the held credits offsets it. One that was made by hand at the provider
 * holds none, and the platform bears it.
 */
export async function bookDealRefund(db: Db, platform: Platform, payment: Payment, refund: Refund): Promise<Booking> {
  const { currency, amountMinor } = refund.amount;
  let netMinor = amountMinor;
  if (refund.detail.unused === true) {
    const now = platform.clock.now();
    const deal = await dealById(db, Number(payment.reference), 'lock');
    netMinor = await takeBackSold(db, saleOf(Number(payment.reference)), { actorId: refund.actorId, now });
    if (deal) {
      await issueDealCreditNote(db, deal, { amount: refund.amount, netMinor, refundId: refund.id, now });
      await step(db, deal, { ...system, userId: refund.actorId }, refund.reason, now);
    }
  }
  return {
    legs: [
      { account: platformAccount('goodwill', currency), amountMinor: netMinor },
      { account: platformAccount('tax', currency), amountMinor: amountMinor - netMinor },
    ].filter((leg) => leg.amountMinor !== 0n),
    memo: `Credit deal ${creditDealNumber(Number(payment.reference))} refunded`,
  };
}
