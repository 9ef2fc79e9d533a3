import { creditDays } from '@tuneport/domain/credits/tune-credits';
import { isPaused, pausedSentence } from '@tuneport/domain/dealers/credit-control';
import {
  type CreditDealKind,
  type CreditDealState,
  creditDealMachine,
} from '@tuneport/domain/dealers/credit-deal-states';
import { type Owner, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, merged, move, shares } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, roundedQuotient, toWire } from '@tuneport/domain/money/money';
import { canStep } from '@tuneport/domain/states/machine';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { system } from '../../audit/index.ts';
import {
  type DealRow,
  dealById,
  hasBillingInfo,
  moveDeal,
  type OwnDealer,
  prepaid,
  receivable,
  requireSpendLimit,
} from '../../dealers/index.ts';
import { balanceOf, LedgerLimitReached, postTransfer } from '../../ledger/index.ts';
import {
  type Booking,
  type ChosenMethod,
  clientsOf,
  type Payment,
  type PaymentOutcome,
  type PaymentSubject,
  takePayment,
} from '../../payments/index.ts';
import { insertLot } from '../credit-queries.ts';
import { freezeSold, takeBackDisputed, thawSold } from '../dispute-credits.ts';
import { issueLegs } from '../issue-credits.ts';
import {
  dealKinds,
  dealNet,
  dealTaxPart,
  dealUnits,
  invoiceDeal,
  requireDealBilling,
  taxesOfDeal,
} from './deal-invoice.ts';
import { paidByCard } from './paid-by-card.ts';
import { bookDealRefund, takenBackMinor } from './refund-deal.ts';

const subjectOf = (id: number) => `credit-deal:${id}` as const;

/** An offer with the tax that its price contains. */
export const presentOffer = async (platform: Platform, deal: DealRow) => {
  const currency = deal.currency as Currency;
  const { taxes, reverseCharge } = await taxesOfDeal(platform, deal);
  return {
    uuid: deal.uuid,
    kind: deal.kind as CreditDealKind,
    state: deal.state as 'published',
    title: deal.title,
    note: deal.note,
    price: toWire(money(deal.price_minor, currency)),
    ecu_credits: deal.ecu_credits,
    tcu_credits: deal.tcu_credits,
    awd_credits: deal.awd_credits,
    universal_credits: deal.universal_credits,
    bonus: toWire(money(deal.bonus_minor, currency)),
    settles: deal.settles_minor === null ? null : toWire(money(deal.settles_minor, currency)),
    taxes: taxes.map(({ name, percent, amount_minor }) => ({
      name,
      percent,
      amount: toWire(money(BigInt(amount_minor), currency)),
    })),
    reverse_charge: reverseCharge,
    invoice_id: deal.invoice_no === null ? null : deal.id,
    pay_on_account: deal.pay_on_account,
    expires_at: deal.expires_at,
  };
};

/** A deal by its secret link, for its own dealer. What was never published, or was withdrawn, is not found. */
export async function offeredDeal(db: Db, dealerId: number, uuid: string, now: Date): Promise<DealRow> {
  const row = await db
    .selectFrom('dealer_credit_deals')
    .select('id')
    .where('uuid', '=', uuid)
    .where('dealer_id', '=', dealerId)
    .where('state', 'not in', ['draft', 'cancelled'])
    .executeTakeFirst();
  const deal = row && (await dealById(db, row.id));
  if (!deal || (deal.state === 'published' && deal.expires_at !== null && deal.expires_at <= now))
    throw new Refusal('not_found', { message: 'This offer is no longer available. Contact us for a new one.' });
  return deal;
}

export const publishedDeals = async (db: Db, dealerId: number, now: Date): Promise<DealRow[]> => {
  const rows = await db
    .selectFrom('dealer_credit_deals')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('state', '=', 'published')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute();
  return (await Promise.all(rows.map(({ id }) => dealById(db, id)))).filter((deal) => deal !== undefined);
};

export const markSeen = (db: Db, id: number, now: Date) =>
  db
    .updateTable('dealer_credit_deals')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .execute();

const closedMeanwhile = () =>
  new Refusal('conflict', {
    message: 'This deal was paid or closed while the card was being charged. We are refunding the card.',
  });
const paidAlready = () => new Refusal('already_committed', { message: 'This deal is already paid.' });

/** Pays a deal: by card, or from the account without a method. */
export async function payDeal(
  db: Db,
  platform: Platform,
  actor: Actor,
  dealer: OwnDealer,
  uuid: string,
  method: ChosenMethod | undefined,
  now: Date,
): Promise<{ deal: DealRow; outcome: PaymentOutcome | null }> {
  const deal = await offeredDeal(db, dealer.id, uuid, now);
  if (deal.state !== 'published') throw paidAlready();
  const amount = money(deal.price_minor, deal.currency as Currency);
  if (method) {
    await requireDealBilling(platform, deal, dealer);
    const outcome = await takePayment(platform, {
      subject: subjectOf(deal.id),
      payer: `dealer:${dealer.id}`,
      amount,
      method,
      clients: clientsOf(actor),
    });
    if (outcome.unwanted) throw closedMeanwhile();
    return { deal: (await dealById(db, deal.id)) ?? deal, outcome };
  }
  if (!deal.pay_on_account || deal.kind === 'settlement')
    throw new Refusal('conflict', { message: 'This deal can only be paid by card.' });
  if (!hasBillingInfo(dealer)) throw new Refusal('dealer_missing_billing_info');
  if (isPaused(dealer, now)) throw new Refusal('dealer_hit_credit_limit', { message: pausedSentence });
  await retryOnDeadlock(platform.db, async (tx) => {
    const offered = await dealById(tx, deal.id, 'lock');
    if (offered?.state !== 'published') throw paidAlready();
    await requireSpendLimit(tx, { owner: `dealer:${dealer.id}`, userId: actor.userId, ...amount, now });
    const { taxMinor } = await taxesOfDeal({ ...platform, db: tx }, offered);
    try {
      await postTransfer(tx, {
        key: `${subjectOf(deal.id)}:account`,
        kind: 'credit-deal.charged',
        subject: subjectOf(deal.id),
        at: now,
        actorId: actor.userId,
        memo: deal.title,
        legs: merged([
          { account: receivable(dealer.id, amount.currency), amountMinor: amount.amountMinor },
          ...(await givenLegs(tx, { ...offered, tax_minor: taxMinor })),
        ]),
      });
    } catch (error) {
      if (error instanceof LedgerLimitReached) throw new Refusal('dealer_hit_credit_limit');
      throw error;
    }
    // Numbered after everything that may wait: all payments of the region wait for the counter.
    await fulfil(tx, await invoiceDeal(tx, platform, offered, now), actor, now);
  });
  return { deal: (await dealById(db, deal.id)) ?? deal, outcome: null };
}

/** The counter entries of the price, and what the deal gives beyond it. */
async function givenLegs(db: Db, deal: DealRow): Promise<Leg[]> {
  const currency = deal.currency as Currency;
  const owner: Owner = `dealer:${deal.dealer_id}`;
  const goodwill = platformAccount('goodwill', currency);
  if (deal.kind === 'credit_pack')
    return [
      { account: platformAccount('defer.credits', currency), amountMinor: -dealNet(deal) },
      ...(deal.tax_minor > 0n ? [{ account: platformAccount('tax', currency), amountMinor: -deal.tax_minor }] : []),
      ...dealKinds.flatMap((kind) => (dealUnits(deal, kind) > 0 ? issueLegs(owner, kind, dealUnits(deal, kind)) : [])),
    ];
  if (deal.kind === 'top_up')
    return [
      { account: prepaid(deal.dealer_id, currency), amountMinor: -deal.price_minor },
      ...(deal.bonus_minor > 0n ? move(goodwill, prepaid(deal.dealer_id, currency), deal.bonus_minor) : []),
    ];
  // A settlement pays at most what is owed now; what was paid above that becomes prepaid money.
  const { postedMinor } = await balanceOf(db, receivable(deal.dealer_id, currency));
  const owed = postedMinor > 0n ? postedMinor : 0n;
  const settled = owed < (deal.settles_minor ?? 0n) ? owed : (deal.settles_minor ?? 0n);
  const paid = settled < deal.price_minor ? settled : deal.price_minor;
  return [
    { account: receivable(deal.dealer_id, currency), amountMinor: -settled },
    { account: goodwill, amountMinor: settled - paid },
    { account: prepaid(deal.dealer_id, currency), amountMinor: paid - deal.price_minor },
  ].filter((leg) => leg.amountMinor !== 0n);
}

/** Takes the steps of a paid deal and creates its lots, in the transaction of the posting. */
async function fulfil(db: Db, deal: DealRow, by: Parameters<typeof moveDeal>[3], now: Date): Promise<void> {
  if (deal.kind === 'settlement') {
    await moveDeal({ db, now }, deal, 'settle', by);
    return;
  }
  const paid = await moveDeal({ db, now }, deal, 'pay', by);
  if (deal.kind === 'credit_pack') await issueLots(db, deal, now);
  await moveDeal({ db, now }, paid, 'grant', system);
}

/** Each kind gets its share of the price before tax, by units. */
async function issueLots(db: Db, deal: DealRow, now: Date): Promise<void> {
  const given = dealKinds.filter((kind) => dealUnits(deal, kind) > 0);
  const values = shares(
    dealNet(deal),
    given.map((kind) => BigInt(dealUnits(deal, kind))),
  );
  for (const [at, kind] of given.entries()) {
    const valueMinor = values[at] ?? 0n;
    await insertLot(db, {
      owner: `dealer:${deal.dealer_id}`,
      kind,
      units: dealUnits(deal, kind),
      ...(valueMinor > 0n ? { value_minor: valueMinor, currency: deal.currency } : {}),
      source: 'deal',
      subject: subjectOf(deal.id),
      reason: deal.title,
      issued_at: now,
      expires_at: new Date(now.getTime() + creditDays * dayMs),
    });
  }
}

async function settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'> {
  const offered = await dealById(db, Number(payment.reference), 'lock');
  // Withdrawn, expired or paid meanwhile: the card gets its money back.
  if (offered?.state !== 'published') return 'unwanted';
  const deal = await invoiceDeal(db, platform, offered, platform.clock.now());
  const legs = await givenLegs(db, deal);
  await fulfil(db, deal, system, platform.clock.now());
  return { legs, memo: `Credit deal: ${deal.title}` };
}

/**
 * While the payment is disputed, the credits of the deal cannot be spent. If the bank reversed it for good, those that
 * are left are taken back. The dealer keeps what else the deal gave, and owes what was paid for it and the bonus or
 * discount that came with it.
 */
async function disputed(db: Db, platform: Platform, payment: Payment, how: 'open' | 'won' | 'lost'): Promise<void> {
  const id = Number(payment.reference);
  const [sale, now] = [subjectOf(id), platform.clock.now()];
  const [deal] = await paidByCard(db, id);
  if (!deal) return;
  const row = await dealById(db, id, 'lock');
  const won = payment.state === 'part_refunded' ? 'win-part' : 'win';
  const event = how === 'open' ? 'dispute' : how === 'won' ? won : 'lose';
  if (row && canStep(creditDealMachine, row.state as CreditDealState, event, 'system'))
    await moveDeal({ db, now }, row, event, system);
  if (how === 'open') return freezeSold(db, sale, now);
  if (how === 'won') return thawSold(db, sale, now);
  if (payment.disputedMinor === 0n) return;
  const lost = { partMinor: payment.disputedMinor, wholeMinor: deal.price_minor };
  const { currency } = payment.amount;
  const giftMinor = roundedQuotient((await giftOf(db, sale, currency)) * lost.partMinor, lost.wholeMinor);
  const beforeMinor = await takenBackMinor(db, id);
  const takenMinor = await takeBackDisputed(db, sale, lost, now);
  // Credits that were taken back are no longer sold, so their tax is reversed; used ones stay taxed.
  const taxMinor = row ? dealTaxPart(row, beforeMinor, takenMinor) : 0n;
  if (taxMinor > 0n)
    await postTransfer(db, {
      key: `${payment.subject}:dispute-lost-tax:${payment.id}`,
      kind: 'credit-deal.tax-reversed',
      subject: payment.subject,
      at: now,
      legs: move(platformAccount('tax', currency), platformAccount('goodwill', currency), taxMinor),
    });
  const owedMinor = payment.disputedMinor - takenMinor - taxMinor + giftMinor;
  if (owedMinor <= 0n) return;
  await postTransfer(db, {
    key: `${payment.subject}:dispute-lost:${payment.id}`,
    kind: 'credit-deal.dispute-lost',
    subject: payment.subject,
    at: now,
    legs: move(receivable(deal.dealer_id, currency), platformAccount('goodwill', currency), owedMinor),
    // Owed again, even above the credit limit.
    beyondLimits: true,
  });
}

/** The bonus or discount that the payment of a deal gave. */
async function giftOf(db: Db, sale: string, currency: Currency): Promise<bigint> {
  const { rows } = await sql<{ gift: bigint }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as gift from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where t.subject = ${sale} and t.kind = 'payment.captured' and a.kind = 'goodwill' and a.unit = ${currency} and not e.pending`.execute(
    db,
  );
  return rows[0]?.gift ?? 0n;
}

const paid = async (db: Db) =>
  (await paidByCard(db)).map(({ id, price_minor, currency }) => ({
    subject: subjectOf(id),
    amount: money(price_minor, currency),
  }));

/** Settles card payments of credit deals. */
export const creditDealSubject: PaymentSubject = { settle, refunded: bookDealRefund, disputed, paid };
