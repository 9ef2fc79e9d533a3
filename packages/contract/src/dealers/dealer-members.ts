import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { AmountText, Email, Id, WireDate, WireMoneyShape } from '../shapes.ts';
import { DealerParams, DealerRef, DealerTierTerms, MemberKind, managers, readers } from './dealer-shapes.ts';

const Member = z.object({
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  kind: MemberKind,
  since: WireDate,
  /** What this member may charge in a calendar month; null is no limit of their own. */
  spend_limit: WireMoneyShape.nullable(),
  /** The most for one purchase; null is no limit. */
  order_limit: WireMoneyShape.nullable(),
  /** A manager can approve purchases above these limits; otherwise they are refused. */
  needs_approval: z.boolean(),
  /** Charged in the current month of the company. */
  spent: WireMoneyShape,
});
const Invite = z.object({
  id: z.number(),
  email: z.string(),
  kind: MemberKind,
  invited_by: z.string().nullable(),
  created_at: WireDate,
  expires_at: WireDate,
});
const Membership = z.object({
  dealer: z.object({ id: z.number(), slug: z.string(), name: z.string() }),
  kind: MemberKind,
  spend_limit: WireMoneyShape.nullable(),
  order_limit: WireMoneyShape.nullable(),
  needs_approval: z.boolean(),
});

const MemberParams = z.object({ id: DealerRef, memberId: Id });
/** In the link of the mail: the random id of an invitation. */
const InviteParams = z.object({ id: DealerRef, inviteId: z.string().min(20).max(100) });

/** The people of a dealer. */
export const dealerMembers = {
  'GET /v1/dealers/:id/members': {
    summary: 'Lists the members of a dealer with their spending this month.',
    access: readers,
    params: DealerParams,
    reply: z.array(Member),
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/members': {
    summary: 'Adds a person with an account to a dealer. Others are invited.',
    access: managers,
    params: DealerParams,
    body: z.object({ email: Email, kind: MemberKind.default('member'), spend_limit: AmountText.default('') }),
    reply: Member,
    status: 201,
    limit: { max: 30, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'too_many_requests'],
  },
  'PATCH /v1/dealers/:id/members/:memberId': {
    summary: 'Changes the role or the spending limits of a member. A dealer keeps at least one manager.',
    access: managers,
    params: MemberParams,
    body: z
      .object({
        kind: MemberKind,
        spend_limit: AmountText,
        order_limit: AmountText,
        needs_approval: z.boolean(),
      })
      .partial(),
    reply: Member,
    refuses: ['not_found', 'forbidden', 'conflict', 'invalid_fields'],
  },
  'DELETE /v1/dealers/:id/members/:memberId': {
    summary: 'Removes a member from a dealer. A dealer keeps at least one manager.',
    access: managers,
    params: MemberParams,
    reply: null,
    refuses: ['not_found', 'forbidden', 'conflict'],
  },
  'GET /v1/dealers/:id/invites': {
    summary: 'Lists the open invitations of a dealer.',
    access: readers,
    params: DealerParams,
    reply: z.array(Invite),
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/invites': {
    summary: 'Mails an invitation. A second one to the same address replaces the first.',
    access: managers,
    params: DealerParams,
    body: z.object({ email: Email, kind: MemberKind.default('member') }),
    reply: Invite,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 30, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'forbidden', 'conflict', 'invalid_fields', 'too_many_requests'],
  },
  'DELETE /v1/dealers/:id/invites/:inviteId': {
    summary: 'Withdraws an invitation.',
    access: managers,
    params: z.object({ id: DealerRef, inviteId: Id }),
    reply: null,
    refuses: ['not_found', 'forbidden', 'already_committed', 'invalid_transition'],
  },
  'GET /v1/dealers/:id/invites/:inviteId': {
    summary: 'Shows an invitation to the person it was sent to.',
    access: 'user',
    params: InviteParams,
    reply: z.object({
      dealer: z.object({ slug: z.string(), name: z.string() }),
      kind: MemberKind,
      email: z.string(),
      expires_at: WireDate,
      /** What is agreed with the dealer, for a manager. */
      terms: z.object({ credit_limit: WireMoneyShape, tier: DealerTierTerms.nullable() }).nullable(),
    }),
    limit: { max: 60, windowS: 60, by: 'actor' },
    refuses: ['not_found', 'forbidden', 'already_committed', 'too_many_requests'],
  },
  'POST /v1/dealers/:id/invites/:inviteId/accept': {
    summary: 'Accepts an invitation. Only the owner of the invited address can do this, once.',
    access: 'user',
    params: InviteParams,
    reply: Membership,
    confirmedEmail: true,
    limit: { max: 30, windowS: 60, by: 'actor' },
    refuses: ['not_found', 'forbidden', 'conflict', 'already_committed', 'too_many_requests'],
  },
  'GET /v1/dealers/:id/my-membership': {
    summary: "Shows the caller's own membership.",
    access: 'dealer-member',
    params: DealerParams,
    reply: Membership,
    refuses: ['not_found'],
  },
  'DELETE /v1/dealers/:id/my-membership': {
    summary: 'Leaves the dealer. The last manager cannot leave.',
    access: 'dealer-member',
    params: DealerParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
} as const satisfies ContractMap;
