import type { approvalsAdmin } from '@tuneport/contract/support/approvals-admin';
import { may } from '@tuneport/domain/identity/permissions';
import { approvalKinds, approvalRights } from '@tuneport/domain/states/approvals';
import type { Actor } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type ApprovalRow, approvalById, listApprovals } from '../../ledger/index.ts';
import { supportContextOf } from '../support-context.ts';
import { approveGrant, rejectGrant, requestGrant } from './approve-grant.ts';

const presentApproval = (row: ApprovalRow, actor: Actor) => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  subject: row.subject,
  summary: row.summary,
  reason: row.reason,
  requested_by: row.requester,
  requested_at: row.requested_at,
  decided_by: row.decider,
  decided_at: row.decided_at,
  decision_note: row.decision_note,
  may_decide: row.state === 'pending' && row.requested_by !== actor.userId,
});

export const approvalAdminRoutes = handlers<typeof approvalsAdmin>({
  'GET /v1/admin/approvals': async ({ db, actor, query }) => {
    const kinds = approvalKinds.filter((kind) => may(actor, approvalRights[kind]));
    const page = await listApprovals(db, { ...query, kinds });
    return { ...page, data: page.data.map((row) => presentApproval(row, actor)) };
  },
  'GET /v1/admin/approvals/:id': async ({ db, actor, params }) => {
    const row = await approvalById(db, params.id);
    if (!may(actor, approvalRights[row.kind])) throw new Refusal('not_found');
    return presentApproval(row, actor);
  },
  'POST /v1/admin/approvals': async ({ db, platform, actor, body, now }) =>
    presentApproval(await requestGrant(await supportContextOf({ db, platform, now }), actor, body), actor),
  'POST /v1/admin/approvals/:id/approve': async ({ db, platform, actor, params, body, now }) => {
    await approveGrant(await supportContextOf({ db, platform, now }), actor, params.id, body.note);
    return presentApproval(await approvalById(db, params.id), actor);
  },
  'POST /v1/admin/approvals/:id/reject': async ({ db, platform, actor, params, body, now }) => {
    await rejectGrant(await supportContextOf({ db, platform, now }), actor, params.id, body.note);
    return presentApproval(await approvalById(db, params.id), actor);
  },
});
