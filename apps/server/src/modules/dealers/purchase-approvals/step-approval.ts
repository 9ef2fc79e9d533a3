import { purchaseApprovalMachine } from '@tuneport/domain/dealers/purchase-approval-states';
import { type Actor, type AuditActor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { system } from '../../audit/index.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { ownDealer } from '../portal/own-dealer.ts';
import { mailOutcome } from './approval-mails.ts';
import { type ApprovalRow, approvalById, managerCount } from './approval-queries.ts';

type Part = 'manager' | 'member' | 'system';
type By = AuditActor & { readonly part: Part };

/** The only way an approval changes its state. */
export const stepApproval = defineStep<ApprovalRow, By>()({
  machine: purchaseApprovalMachine,
  table: 'dealer_purchase_approvals',
  lock: (db, id) => approvalById(db, id, 'lock'),
  parts: ({ part }) => part,
  columns: ({ now }, { by, reason }) => ({ decided_at: now, decided_by: by.userId, reason }),
  history: {
    table: 'dealer_purchase_approval_events',
    values: (taken) => ({ approval_id: taken.row.id, ...historyRow(taken), reason: taken.reason }),
  },
  audit: ({ row, step, reason }) => ({
    act: `dealers.purchase-approval-${step.event}`,
    subject: `dealer:${row.dealer_id}`,
    detail: { approval: row.id, requested_by: row.user_id, ...(reason === '' ? {} : { reason }) },
  }),
});

/**
 * A waiting approval with its dealer, both locked, for a manager who decides about it. The dealer is locked first, as in
 * every other call of a manager.
 */
export async function lockForDecision(db: Db, actor: Actor, ref: number | string, id: number) {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  const { userId } = signedIn(actor);
  // Staff see requests for approval and leave the decision to the dealer.
  if (!dealer.membership) throw new Refusal('forbidden', { message: 'Only managers of this dealer can do this.' });
  if (dealer.state !== 'active')
    throw new Refusal('conflict', { message: 'This dealer account is suspended. Nothing can be approved.' });
  const approval = await approvalById(db, id, 'lock');
  if (approval?.dealer_id !== dealer.id) throw new Refusal('not_found');
  if (approval.user_id === userId && (await managerCount(db, dealer.id)) > 1)
    throw new Refusal('forbidden', { message: 'Another manager has to decide on your own purchases.' });
  return { dealer, approval, by: { ...actor, part: 'manager' as const } };
}

type Declining = { readonly db: Db; readonly origin: string; readonly now: Date };

export async function declineApproval(
  { db, origin, now }: Declining,
  actor: Actor,
  params: { id: number | string; approvalId: number },
  reason: string,
): Promise<ApprovalRow> {
  const { dealer, approval, by } = await lockForDecision(db, actor, params.id, params.approvalId);
  const declined = await stepApproval({ db, now }, approval, 'decline', by, { reason });
  await mailOutcome(db, origin, dealer, declined);
  return declined;
}

export async function withdrawApproval(
  db: Db,
  actor: Actor,
  params: { id: number | string; approvalId: number },
  now: Date,
): Promise<ApprovalRow> {
  const dealer = await ownDealer(db, actor, params.id);
  const approval = await approvalById(db, params.approvalId, 'lock');
  if (!dealer.membership || approval?.dealer_id !== dealer.id || approval.user_id !== actor.userId)
    throw new Refusal('not_found');
  return stepApproval({ db, now }, approval, 'withdraw', { ...actor, part: 'member' });
}

/** Ends the waiting requests of a member who leaves the dealer. */
export async function endApprovalsOf(db: Db, actor: AuditActor, dealerId: number, userId: number): Promise<void> {
  const rows = await db
    .selectFrom('dealer_purchase_approvals')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();
  for (const { id } of rows)
    await stepApproval(
      { db, now: new Date() },
      id,
      'withdraw',
      { ...actor, part: 'system' },
      {
        reason: 'The member left the dealer.',
      },
    );
}

/** Expires requests that no manager decided in time, each in its own transaction. */
export async function expireApprovals(db: Db, origin: string, now: Date): Promise<number> {
  const due = await db
    .selectFrom('dealer_purchase_approvals as a')
    .innerJoin('dealers as d', 'd.id', 'a.dealer_id')
    .select(['a.id', 'd.slug', 'd.name'])
    .where('a.state', '=', 'waiting')
    .where('a.expires_at', '<=', now)
    .orderBy('a.id')
    .limit(500)
    .execute();
  return inOwnTransactions(db, due, async (tx, { id, ...dealer }) => {
    const expired = await stepApproval({ db: tx, now }, id, 'expire', { ...system, part: 'system' });
    await mailOutcome(tx, origin, dealer, expired);
    return true;
  });
}

export const expireApprovalsJob = defineJob({
  name: 'dealers.expire-purchase-approvals',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, platform, now, log }) {
    const expired = await expireApprovals(db, platform.config.publicOrigin, now);
    if (expired > 0) log.info({ expired }, 'Requests for approval expired');
  },
});
export const approvalSchedule: Schedule = {
  job: expireApprovalsJob,
  cron: '*/10 * * * *',
  timeZone: 'UTC',
  missed: 'latest',
};
