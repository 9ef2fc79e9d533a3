import type { Permission } from '../identity/permissions.ts';

/** Grants that need a second person above the limit, and the permission both need. */
export const approvalRights = {
  goodwill: 'tickets.goodwill',
  credits: 'credit-deals.admin',
} as const satisfies Record<string, Permission>;

export type ApprovalKind = keyof typeof approvalRights;
export const approvalKinds = Object.keys(approvalRights) as ApprovalKind[];

export const approvalStates = ['pending', 'approved', 'rejected'] as const;
export type ApprovalState = (typeof approvalStates)[number];
