import {
  CorrectionRequest,
  CreditsRequest,
  GoodwillRequest,
  LineDisputeRequest,
  ReleaseRequest,
} from '@tuneport/contract/support/approvals-admin';
import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { may } from '@tuneport/domain/identity/permissions';
import { lineDisputeNumber } from '@tuneport/domain/ledger/line-dispute-states';
import { type Currency, moneyText } from '@tuneport/domain/money/money';
import { approvalRights } from '@tuneport/domain/states/approvals';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { creditOwnerNamed, grantCredits } from '../../credits/index.ts';
import { correctBalance, correctionAmount, dealerById, releaseAccount } from '../../dealers/index.ts';
import {
  type ApprovalRow,
  approvedKey,
  beneficiaryOf,
  decideApproval,
  lockPending,
  requestApproval,
  requireNotBusinessOf,
  requireNotOwnBusiness,
} from '../../ledger/index.ts';
import { correctionOf, decideDispute, lockForDecision } from '../disputes/decide-dispute.ts';
import { goodwillAmount, postGoodwill } from '../goodwill.ts';
import { rescueNumber } from '../rescue/present-rescue.ts';
import { mailRescueGoodwill } from '../rescue/rescue-mails.ts';
import { rescueFor } from '../rescue/rescue-queries.ts';
import type { SupportContext } from '../support-context.ts';
import { grantGoodwill } from '../tickets/change-ticket.ts';
import { ticketById } from '../tickets/ticket-queries.ts';

type Goodwill = z.output<typeof GoodwillRequest>;
type Credits = z.output<typeof CreditsRequest>;
type CorrectionInput = z.output<typeof CorrectionRequest>;
type DisputeInput = z.output<typeof LineDisputeRequest>;
type ReleaseInput = z.output<typeof ReleaseRequest>;

const requireRight = (actor: Actor, kind: ApprovalRow['kind']) => {
  if (!may(actor, approvalRights[kind])) throw new Refusal('forbidden');
};

/** Checks everything but the limit now, so that only valid grants are submitted for approval. */
export async function requestGrant(
  support: SupportContext,
  actor: Actor,
  input: Goodwill | Credits | CorrectionInput | ReleaseInput | DisputeInput,
): Promise<ApprovalRow> {
  requireRight(actor, input.kind);
  const { db, now } = support;
  if (input.kind === 'credits') {
    const owner = await creditOwnerNamed(db, input.recipient);
    await requireNotOwnBusiness(db, actor, beneficiaryOf(owner));
    const summary = `${creditsLabel(input.credit_kind, input.units)} to ${input.recipient}`;
    return requestApproval(db, actor, { kind: 'credits', subject: owner, input, summary, reason: input.reason }, now);
  }
  if (input.kind === 'correction') {
    const dealer = await dealerById(db, input.dealer);
    if (!dealer) throw new Refusal('not_found');
    await requireNotOwnBusiness(db, actor, { dealer: dealer.id });
    const amount = correctionAmount(input);
    const approval = {
      kind: 'correction' as const,
      subject: `dealer:${dealer.id}`,
      input,
      summary: `Correction of ${moneyText(amount)} on the balance of ${dealer.name}`,
      reason: input.reason,
    };
    return requestApproval(db, actor, approval, now);
  }
  if (input.kind === 'account-release') {
    const dealer = await dealerById(db, input.dealer);
    if (!dealer) throw new Refusal('not_found');
    await requireNotOwnBusiness(db, actor, { dealer: dealer.id });
    const approval = {
      kind: 'account-release' as const,
      subject: `dealer:${dealer.id}`,
      input,
      summary: `Sales on account to ${dealer.name} for ${input.days} days despite overdue invoices`,
      reason: input.reason,
    };
    return requestApproval(db, actor, approval, now);
  }
  if (input.kind === 'line-dispute') {
    const dispute = await lockForDecision(support, actor, input.dispute);
    const amount = await correctionOf(support, dispute, input.amount);
    const approval = {
      kind: 'line-dispute' as const,
      subject: `line-dispute:${dispute.id}`,
      input,
      summary: `Correction of ${moneyText(amount)} for dispute ${lineDisputeNumber(dispute.id)}`,
      reason: input.reason,
    };
    return requestApproval(db, actor, approval, now);
  }
  const { subject, label, userId } = await goodwillFor(support, input);
  const amount = goodwillAmount({ ...input, currency: input.currency as Currency });
  await requireNotOwnBusiness(db, actor, { user: userId });
  const summary = `${moneyText(amount)} of goodwill for ${label}`;
  return requestApproval(db, actor, { kind: 'goodwill', subject, input, summary, reason: input.reason }, now);
}

async function goodwillFor({ db }: SupportContext, { ticket, rescue }: Goodwill) {
  if ((ticket === undefined) === (rescue === undefined))
    throw fieldRefusal({ ticket: ['Enter the ticket or the rescue session.'] });
  const found =
    ticket === undefined
      ? await rescueFor(db, rescue ?? 0, { userId: null, staff: true, codeHash: null })
      : await ticketById(db, ticket);
  if (!found) throw new Refusal('not_found');
  if (found.user_id === null) throw fieldRefusal({ amount: ['This customer has no account to credit.'] });
  return {
    userId: found.user_id,
    subject: ticket === undefined ? `rescue:${found.id}` : `ticket:${found.id}`,
    label: ticket === undefined ? rescueNumber(found.id) : ticketNumber(found.id),
  };
}

/**
 * Performs the grant in the approver's name. Runs in the caller's transaction: of two concurrent approvals one finds it
 * decided.
 */
export async function approveGrant(support: SupportContext, actor: Actor, id: number, note: string): Promise<void> {
  const row = await lockPending(support.db, actor, id);
  requireRight(actor, row.kind);
  await decideApproval(support.db, actor, row, { state: 'approved', note, now: support.now });
  if (row.kind === 'correction') await bookCorrection(support, actor, row, CorrectionRequest.parse(row.input));
  else if (row.kind === 'account-release') await release(support, actor, row, ReleaseRequest.parse(row.input));
  else if (row.kind === 'line-dispute') await upholdDispute(support, actor, row, LineDisputeRequest.parse(row.input));
  else if (row.kind === 'credits') await giveCredits(support, actor, row, CreditsRequest.parse(row.input));
  else await giveGoodwill({ ...support, limits: 'approved' }, actor, row, GoodwillRequest.parse(row.input));
}

async function bookCorrection(
  { db, now }: SupportContext,
  actor: Actor,
  { id, requested_by }: ApprovalRow,
  { dealer, ...input }: CorrectionInput,
): Promise<void> {
  await requireNotBusinessOf(db, requested_by, { dealer });
  await correctBalance({ db, limits: 'approved', now }, actor, dealer, input, approvedKey(id));
}

async function release(
  { db, now }: SupportContext,
  actor: Actor,
  { requested_by }: ApprovalRow,
  { dealer, days, reason }: ReleaseInput,
): Promise<void> {
  await requireNotBusinessOf(db, requested_by, { dealer });
  await releaseAccount(db, actor, dealer, { days, reason }, now);
}

async function upholdDispute(
  support: SupportContext,
  actor: Actor,
  { id, requested_by }: ApprovalRow,
  { dispute, amount, reason }: DisputeInput,
): Promise<void> {
  const { owner } = await lockForDecision(support, actor, dispute);
  await requireNotBusinessOf(support.db, requested_by, beneficiaryOf(owner));
  const decision = { outcome: 'upheld', amount, reason } as const;
  await decideDispute({ ...support, limits: 'approved' }, actor, dispute, decision, approvedKey(id));
}

async function giveCredits({ db, now }: SupportContext, actor: Actor, row: ApprovalRow, input: Credits): Promise<void> {
  const { id, requested_by, subject } = row;
  const owner = await creditOwnerNamed(db, input.recipient);
  if (owner !== subject)
    throw new Refusal('conflict', { message: 'The recipient now has a different account. Reject this request.' });
  await requireNotBusinessOf(db, requested_by, beneficiaryOf(owner));
  const grant = { ...input, kind: input.credit_kind, expiresAt: input.valid_until };
  await grantCredits(db, actor, grant, now, { approval: id });
}

async function giveGoodwill(support: SupportContext, actor: Actor, row: ApprovalRow, input: Goodwill): Promise<void> {
  const { id, requested_by } = row;
  const { amount, reason } = input;
  const granted = { amount, reason, currency: input.currency as Currency };
  const { userId, subject } = await goodwillFor(support, input);
  await requireNotBusinessOf(support.db, requested_by, { user: userId });
  if (input.ticket !== undefined) return grantGoodwill(support, actor, input.ticket, granted, approvedKey(id));
  await postGoodwill(support, actor, { ...granted, userId, subject, key: `${subject}:goodwill:${approvedKey(id)}` });
  await mailRescueGoodwill(support, userId, input.rescue ?? 0, goodwillAmount(granted));
}

export async function rejectGrant(support: SupportContext, actor: Actor, id: number, note: string): Promise<void> {
  const row = await lockPending(support.db, actor, id);
  requireRight(actor, row.kind);
  await decideApproval(support.db, actor, row, { state: 'rejected', note, now: support.now });
}
