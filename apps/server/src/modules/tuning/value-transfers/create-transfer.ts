import { money, moneyText, toWire } from '@tuneport/domain/money/money';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { monthsBetween, proposedValue, type RuleHit, ruleFor } from '@tuneport/domain/tuning/value-transfer-money';
import type { ValueTransferCause } from '@tuneport/domain/tuning/value-transfer-states';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { type PaidValue, type Purchase, paidValue, purchaseOfRequest } from '../../purchases/index.ts';
import { type RequestRow, requestById } from '../requests/request-queries.ts';
import { type RequestContext, touchRequest } from '../requests/step-request.ts';
import { type TransferRow, transferById } from './transfer-queries.ts';
import { rulesOf } from './transfer-rules.ts';

type NewTransfer = {
  readonly old_request_id: number;
  readonly new_request_id: number | null;
  readonly cause: ValueTransferCause;
  readonly reason: string;
  readonly evidence: string;
};

/** The rule that applies and the value it proposes. */
export async function proposalFor(
  platform: Platform,
  cause: ValueTransferCause,
  purchase: Purchase,
  { left, backMinor }: PaidValue,
  now: Date,
): Promise<{ readonly rule: RuleHit; readonly ageMonths: number; readonly valueMinor: bigint }> {
  const ageMonths = monthsBetween(purchase.paid_at ?? purchase.placed_at, now);
  const rule = ruleFor(await rulesOf(platform), { cause, ageMonths, wasRefunded: backMinor > 0n });
  return { rule, ageMonths, valueMinor: proposedValue(left.netMinor + left.taxMinor, rule) };
}

const isSameOwner = (a: RequestRow, b: RequestRow): boolean =>
  a.dealer_id === null ? b.dealer_id === null && a.user_id === b.user_id : a.dealer_id === b.dealer_id;

/** The request that gets the value: of the same customer, and not paid yet except by this transfer. */
export async function requireNewRequest(
  db: Db,
  id: number,
  old: RequestRow,
  transferId: number | null,
): Promise<RequestRow> {
  const request = await requestById(db, id);
  if (!request || request.state === 'deleted') throw fieldRefusal({ new_request_id: ['There is no such request.'] });
  if (request.id === old.id) throw fieldRefusal({ new_request_id: ['Choose another request than the old one.'] });
  if (!isSameOwner(old, request))
    throw fieldRefusal({ new_request_id: ['Both requests must belong to the same customer.'] });
  const purchase = await purchaseOfRequest(db, id);
  if (request.queued_at !== null || (purchase && (transferId === null || purchase.value_transfer_id !== transferId)))
    throw fieldRefusal({ new_request_id: [`${tuneRequestNumber(id)} is already paid or being paid.`] });
  return request;
}

async function requireOldPurchase(db: Db, request: RequestRow): Promise<Purchase> {
  const wrong = (message: string) => fieldRefusal({ old_request_id: [message] });
  if (!['delivered', 'closed'].includes(request.state))
    throw wrong('Only the value of a delivered request can be moved.');
  const purchase = await purchaseOfRequest(db, request.id);
  if (purchase?.state !== 'delivered') throw wrong('This request was not paid.');
  if (purchase.total_minor === 0n)
    throw wrong(
      purchase.credit_minor > 0n
        ? 'This request was paid with tune credits. Return the credits on its purchase instead.'
        : 'This request was free, so it has no value to move.',
    );
  if (purchase.split_minor > 0n) throw wrong('This purchase includes sold tune credits. Refund them first.');
  return purchase;
}

/** Stores a requested transfer. The old request stays usable until it is locked. */
export async function createTransfer(
  context: RequestContext,
  actor: SignedInActor,
  input: NewTransfer,
  by: 'staff' | 'customer',
): Promise<TransferRow> {
  const { db, platform, now } = context;
  const old = await requestById(db, input.old_request_id, 'lock');
  if (!old || old.state === 'deleted') throw fieldRefusal({ old_request_id: ['There is no such request.'] });
  if (by === 'staff') await requireNotOwnBusiness(db, actor, { user: old.user_id, dealer: old.dealer_id });
  const purchase = await requireOldPurchase(db, old);
  if (input.new_request_id !== null) await requireNewRequest(db, input.new_request_id, old, null);
  const value = await paidValue(db, purchase);
  const { rule, valueMinor } = await proposalFor(platform, input.cause, purchase, value, now);
  const leftMinor = value.left.netMinor + value.left.taxMinor;
  const { currency } = purchase;
  const { id } = await db
    .insertInto('value_transfers')
    .values({
      old_request_id: old.id,
      old_purchase_id: purchase.id,
      new_request_id: input.new_request_id,
      user_id: old.user_id,
      dealer_id: old.dealer_id,
      cause: input.cause,
      reason: input.reason,
      evidence: input.evidence,
      currency,
      snapshot: JSON.stringify({
        paid: toWire(money(purchase.total_minor, currency)),
        refunded: toWire(money(value.backMinor, currency)),
        left: toWire(money(leftMinor, currency)),
        proposed: toWire(money(valueMinor, currency)),
        percent: rule.percent,
      }),
      created_by: actor.userId,
      by_staff: by === 'staff',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw liveElsewhere(error);
    });
  await db
    .insertInto('value_transfer_events')
    .values({
      transfer_id: id,
      at: now,
      event: 'request',
      to_state: 'requested',
      actor_kind: by,
      actor_id: actor.userId,
      reason: input.reason,
    })
    .execute();
  if (by === 'staff')
    await writeAudit(db, actor, 'value-transfers.create', `value-transfer:${id}`, {
      old_request: old.id,
      new_request: input.new_request_id,
      cause: input.cause,
      proposed: moneyText(money(valueMinor, currency)),
    });
  await touchRequest(context, old);
  return (await transferById(db, id)) as TransferRow;
}

/** A request takes part in one open transfer on each side. */
export function liveElsewhere(error: unknown): unknown {
  const constraint = (error as { constraint?: unknown } | null)?.constraint;
  if (constraint === 'value_transfers_old')
    return new Refusal('already_committed', { message: 'The value of this request is already being moved.' });
  if (constraint === 'value_transfers_new')
    return new Refusal('already_committed', { message: 'Another transfer already moves value to this request.' });
  return error;
}
