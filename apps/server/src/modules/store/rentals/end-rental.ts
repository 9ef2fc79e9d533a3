import type { RentalMove } from '@tuneport/contract/store/rentals';
import { isStale } from '@tuneport/domain/api/precondition';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, money, moneyText, parseMoney } from '@tuneport/domain/money/money';
import { type RentalEvent, settleDeposit, staffRentalSteps } from '@tuneport/domain/store/rental-states';
import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Rentals } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { postTransfer, requireNotOwnBusiness } from '../../ledger/index.ts';
import { refundPayment } from '../../payments/index.ts';
import { insertMovement } from '../stock/book-movement.ts';
import { settleStock } from '../stock/settle-stock.ts';
import { postCost } from '../stock/stock-cost.ts';
import { stepRental } from './move-rental.ts';
import { depositAccount } from './pay-deposit.ts';
import { lateFeeAt, presentRentalRecord } from './present-rental.ts';
import { sendRentalMail } from './rental-mails.ts';
import { backOfDeposit, buyerOfRental, endedWithDeposit, lockRental, type RentalRow } from './rental-queries.ts';

type Input = z.output<typeof RentalMove>;
type EndRequest = { id: number; actor: Actor; input: Input; readAt: Date; now: Date };

/**
 * Performs a staff transition. The retained part of a deposit is booked with it; the rest is refunded afterwards under
 * its own key, so after a crash the deposit job completes it.
 */
export async function decideRental(platform: Platform, request: EndRequest): Promise<void> {
  const { id, actor, input, readAt, now } = request;
  const origin = platform.config.publicOrigin;
  await platform.db.transaction().execute(async (tx) => {
    const row = await lockRental(tx, id);
    if (!row) throw new Refusal('not_found');
    if (isStale(row.updated_at, readAt))
      throw new Refusal('stale_record', { current: await presentRentalRecord(tx, id, now) });
    await requireNotOwnBusiness(tx, actor, await buyerOfRental(tx, id));
    const allowed = staffRentalSteps(row.state);
    if (!allowed.includes(input.state)) throw new Refusal('invalid_transition', { allowed });
    await takeStep(tx, actor, row, input, now);
    await writeAudit(tx, actor, `rentals.${input.state}`, `rental:${id}`, { from: row.state, note: input.note });
    await sendRentalMail(tx, origin, id, input.state);
  });
  if (input.state === 'closed' || input.state === 'cancelled') await freeDeposits(platform, id);
}

async function takeStep(db: Db, actor: Actor, row: RentalRow, input: Input, now: Date): Promise<void> {
  const { event, ...more } = await effectOf(db, actor, row, input, now);
  await stepRental({ db, now }, row, event, actor, { reason: input.note, ...more });
}

type Effect = { event: RentalEvent; transferId?: bigint | null; set?: Updateable<Rentals> };

/** What staff book with a step. */
async function effectOf(db: Db, actor: Actor, row: RentalRow, input: Input, now: Date): Promise<Effect> {
  switch (input.state) {
    case 'returned':
      await takeBack(db, actor, row, input.condition, now);
      return { event: 'take-back', set: { returned_at: now } };
    case 'inspected':
      return { event: 'inspect', set: owedBy(row, input, now) };
    case 'closed': {
      const same = input.late_fee === undefined && input.damage === undefined;
      const { late_fee_minor, damage_minor } = same ? row : owedBy(row, input, now);
      const held = row.deposit_minor - (await backOfDeposit(db, row.id));
      const owedMinor = late_fee_minor + damage_minor;
      const { takenMinor } = settleDeposit(held, owedMinor);
      const rest_minor = restOf(row, input, owedMinor - takenMinor);
      const transferId = await retainDeposit(db, actor, row, takenMinor, 'rev.rent', now);
      return {
        event: 'close',
        transferId,
        set: { late_fee_minor, damage_minor, taken_minor: takenMinor, rest_minor },
      };
    }
    case 'lost': {
      const held = row.deposit_minor - (await backOfDeposit(db, row.id));
      const transferId = await retainDeposit(db, actor, row, held, 'rev', now);
      await writeOff(db, actor, row, now);
      return { event: 'lose', transferId, set: { taken_minor: held } };
    }
    case 'cancelled': {
      const lines = [{ product_id: row.product_id, quantity: row.quantity }];
      await settleStock(db, { reference: `order:${row.order_id}`, how: 'RELEASE', lines, actorId: actor.userId, now });
      return { event: 'cancel' };
    }
    default:
      throw new Refusal('invalid_transition', { allowed: staffRentalSteps(row.state) });
  }
}

/** The amount beyond the deposit is charged to the customer or waived, as staff choose. */
function restOf(row: RentalRow, { rest }: Input, uncoveredMinor: bigint): bigint {
  if (uncoveredMinor === 0n) return 0n;
  const uncovered = moneyText(money(uncoveredMinor, row.currency as Currency));
  if (rest === undefined)
    throw fieldRefusal({
      rest: [`The deposit does not cover ${uncovered}. Choose whether to charge the customer or waive it.`],
    });
  return rest === 'charge' ? uncoveredMinor : 0n;
}

function owedBy(row: RentalRow, input: Input, now: Date): { late_fee_minor: bigint; damage_minor: bigint } {
  const errors: Record<string, string[]> = {};
  const amount = (name: 'late_fee' | 'damage', otherwise: bigint): bigint => {
    const typed = input[name];
    if (typed === undefined || typed === '') return otherwise;
    const read = parseMoney(typed, row.currency as Currency);
    if (!read || read.amountMinor < 0n) errors[name] = [`Enter an amount in ${row.currency}, such as 12.50.`];
    return read?.amountMinor ?? 0n;
  };
  const owed = {
    late_fee_minor: amount('late_fee', lateFeeAt(row, now)),
    damage_minor: amount('damage', row.damage_minor),
  };
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return owed;
}

/** Books the retained part of a deposit as ours. */
async function retainDeposit(
  db: Db,
  actor: Actor,
  row: RentalRow,
  minor: bigint,
  as: 'rev.rent' | 'rev',
  now: Date,
): Promise<bigint | null> {
  if (minor === 0n || row.deposit_paid_at === null) return null;
  const { id } = await postTransfer(db, {
    key: `rental:${row.id}:kept`,
    kind: 'store.deposit-kept',
    subject: `rental:${row.id}`,
    at: now,
    actorId: actor.userId,
    memo: `Kept from the deposit of rental ${row.id}`,
    legs: [
      { account: depositAccount(row), amountMinor: minor },
      { account: platformAccount(as, row.currency as Currency), amountMinor: -minor },
    ],
  });
  return id;
}

const moved = (row: RentalRow, actor: Actor, now: Date) => ({
  productId: row.product_id,
  locationId: row.location_id ?? 0,
  reference: `rental:${row.id}`,
  actorId: actor.userId,
  now,
});

async function takeBack(db: Db, actor: Actor, row: RentalRow, condition: 'good' | 'bad', now: Date): Promise<void> {
  if (row.location_id === null) return;
  const good = condition === 'good';
  await insertMovement(db, {
    ...moved(row, actor, now),
    kind: row.kind === 'loan' ? 'LOAN_IN' : 'RENT_IN',
    change: { onHand: good ? row.quantity : 0, allocated: 0, inTransit: 0, quarantine: good ? 0 : row.quantity },
    reason: good ? 'Returned in good condition' : 'Returned damaged',
  });
}

/** A lost tool counts as sold for its deposit: it is returned on paper and issued again at cost. */
async function writeOff(db: Db, actor: Actor, row: RentalRow, now: Date): Promise<void> {
  if (row.location_id === null) return;
  const change = { onHand: row.quantity, allocated: 0, inTransit: 0, quarantine: 0 };
  const reason = 'Lost: deposit kept';
  const kind = row.kind === 'loan' ? 'LOAN_IN' : 'RENT_IN';
  await insertMovement(db, { ...moved(row, actor, now), kind, change, reason });
  const sold = await insertMovement(db, {
    ...moved(row, actor, now),
    kind: 'SALE',
    change: { ...change, onHand: -row.quantity },
    reason,
  });
  await postCost(db, sold, { memo: reason, actorId: actor.userId, now });
}

const atOnce = 100;

/** Refunds the remaining deposits of ended rentals: of one, or of all that are due. */
export async function freeDeposits(platform: Platform, only: number | null = null): Promise<number> {
  let freed = 0;
  for (const row of await endedWithDeposit(platform.db, only, atOnce)) {
    await refundPayment(platform, {
      paymentId: row.payment_id,
      amount: money(row.left_minor, row.currency as Currency),
      reason: 'The tool was returned.',
      requestKey: `rental:${row.id}:free`,
      actorId: null,
    });
    freed += 1;
  }
  return freed;
}
