import type { ApprovalKind, ApprovalState } from '@tuneport/domain/states/approvals';
import type { Selectable } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { StaffApprovals } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';

type Row = Omit<Selectable<StaffApprovals>, 'kind' | 'state'> & {
  readonly kind: ApprovalKind;
  readonly state: ApprovalState;
};
export type ApprovalRow = Row & { readonly requester: string; readonly decider: string | null };

const approvals = (db: Db) =>
  db
    .selectFrom('staff_approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .leftJoin('users as d', 'd.id', 'a.decided_by');
const names = ['r.name as requester', 'd.name as decider'] as const;

type NewApproval = {
  readonly kind: ApprovalKind;
  readonly subject: string;
  readonly input: object;
  readonly summary: string;
  readonly reason: string;
};

export async function requestApproval(db: Db, actor: Actor, approval: NewApproval, now: Date): Promise<ApprovalRow> {
  if (actor.userId === null) throw new Refusal('forbidden');
  const { id } = await db
    .insertInto('staff_approvals')
    .values({ ...approval, input: JSON.stringify(approval.input), requested_by: actor.userId, requested_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'approvals.request', `approval:${id}`, {
    kind: approval.kind,
    subject: approval.subject,
    summary: approval.summary,
    reason: approval.reason,
  });
  return approvalById(db, id);
}

export async function approvalById(db: Db, id: number): Promise<ApprovalRow> {
  const row = await approvals(db).selectAll('a').select(names).where('a.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row as ApprovalRow;
}

/** Locked, so that the second of two concurrent decisions finds it decided. */
export async function lockPending(db: Db, actor: Actor, id: number): Promise<ApprovalRow> {
  await db.selectFrom('staff_approvals').select('id').where('id', '=', id).forUpdate().execute();
  const row = await approvalById(db, id);
  if (row.state !== 'pending')
    throw new Refusal('already_committed', {
      message: `This request was already ${row.state}.`,
      current: { id, state: row.state },
    });
  if (row.requested_by === actor.userId)
    throw new Refusal('forbidden', { message: 'You cannot decide on your own request. Ask a colleague to review it.' });
  return row;
}

export async function decideApproval(
  db: Db,
  actor: Actor,
  row: ApprovalRow,
  decision: { readonly state: 'approved' | 'rejected'; readonly note: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('staff_approvals')
    .set({
      state: decision.state,
      decided_by: actor.userId,
      decided_at: decision.now,
      decision_note: decision.note,
    })
    .where('id', '=', row.id)
    .execute();
  await writeAudit(
    db,
    actor,
    decision.state === 'approved' ? 'approvals.approve' : 'approvals.reject',
    `approval:${row.id}`,
    {
      kind: row.kind,
      subject: row.subject,
      summary: row.summary,
      requested_by: row.requested_by,
      note: decision.note,
    },
  );
}

export async function listApprovals(
  db: Db,
  filter: { page: number; state?: ApprovalState | undefined; kinds: readonly ApprovalKind[] },
) {
  let query = approvals(db).where('a.kind', 'in', filter.kinds);
  if (filter.state) query = query.where('a.state', '=', filter.state);
  const page = await pageOf(query, query.selectAll('a').select(names).orderBy('a.id', 'desc'), filter);
  return { ...page, data: page.data as ApprovalRow[] };
}
