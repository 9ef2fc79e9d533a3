import { purchaseApprovalDays } from '@tuneport/domain/dealers/purchase-approval-states';
import type { Currency } from '@tuneport/domain/money/money';
import { dayMs } from '@tuneport/domain/units/durations';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { dealerById } from '../queries.ts';
import { mailAsked } from './approval-mails.ts';
import { type ApprovalRow, waitingApproval, waitingCount } from './approval-queries.ts';

type NewApproval = {
  readonly dealerId: number;
  readonly kind?: 'tunes' | 'order';
  readonly requestId: number | null;
  readonly estimateHash: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly vehicle: string;
  readonly lines: readonly { readonly label: string; readonly amountMinor: bigint }[];
  readonly currency: Currency;
  readonly totalMinor: bigint;
  readonly note: string;
};

const waitingMax = 50;

const alreadyAsked = () =>
  new Refusal('already_committed', { message: 'Approval for this purchase is already requested.' });

/** Stores a request for approval and mails the managers. One per selection or tune request waits at a time. */
export async function requestManagerApproval(
  db: Db,
  origin: string,
  actor: SignedInActor,
  asking: NewApproval,
  now: Date,
): Promise<ApprovalRow> {
  const { dealerId, requestId, estimateHash } = asking;
  // The lock orders this with the removal of the member.
  const dealer = await dealerById(db, dealerId, 'lock');
  const member = await db
    .selectFrom('dealer_members')
    .select('user_id')
    .where('dealer_id', '=', dealerId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (!dealer || !member) throw new Refusal('not_found');
  if (await waitingApproval(db, { dealerId, userId: actor.userId, requestId, estimateHash })) throw alreadyAsked();
  if ((await waitingCount(db, dealerId, actor.userId)) >= waitingMax)
    throw new Refusal('conflict', {
      message: `You have ${waitingMax} purchases waiting for approval, the maximum. Withdraw one first.`,
    });
  const row = await db
    .insertInto('dealer_purchase_approvals')
    .values({
      dealer_id: dealerId,
      user_id: actor.userId,
      kind: asking.kind ?? 'tunes',
      request_id: requestId,
      estimate_hash: estimateHash,
      input: JSON.stringify(asking.input),
      vehicle: asking.vehicle,
      lines: JSON.stringify(asking.lines.map(({ label, amountMinor }) => ({ label, amount_minor: `${amountMinor}` }))),
      currency: asking.currency,
      total_minor: asking.totalMinor,
      note: asking.note,
      asked_at: now,
      expires_at: new Date(now.getTime() + purchaseApprovalDays * dayMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw alreadyAsked();
  await db
    .insertInto('dealer_purchase_approval_events')
    .values({ approval_id: row.id, at: now, event: 'ask', to_state: 'waiting', actor_id: actor.userId })
    .execute();
  await writeAudit(db, actor, 'dealers.purchase-approval-ask', `dealer:${dealerId}`, {
    approval: row.id,
    total_minor: `${asking.totalMinor}`,
    currency: asking.currency,
  });
  await mailAsked(db, origin, dealer, row);
  return row;
}
