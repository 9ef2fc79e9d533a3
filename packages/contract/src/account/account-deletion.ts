import { deletionBlockerKinds } from '@tuneport/domain/identity/account-deletion';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { WireDate } from '../shapes.ts';

const Deletion = z.object({
  /** When the account will be deleted; null if no deletion is requested. */
  due_at: WireDate.nullable(),
  blockers: z.array(
    z.object({ kind: z.enum(deletionBlockerKinds), count: z.number(), names: z.array(z.string()).readonly() }),
  ),
  /** Tune credits that end with the account. */
  lost_credits: z.number(),
});

export const accountDeletion = {
  'GET /user/deletion': {
    summary: "Shows whether the caller's account can be deleted, and a requested deletion.",
    access: 'user',
    reply: Deletion,
  },
  'POST /user/deletion': {
    summary: "Requests the deletion of the caller's account after 14 days and ends the other sessions.",
    access: 'user',
    freshLogin: true,
    body: z.object({
      /** The e-mail address of the account, typed. */
      email: z.string().trim().toLowerCase().min(1, 'Enter your e-mail address.').max(254),
    }),
    reply: Deletion,
    refuses: ['conflict', 'invalid_fields', 'fresh_login_required'],
    limit: { max: 10, windowS: 600, by: 'actor' },
  },
  'DELETE /user/deletion': {
    summary: "Cancels the requested deletion of the caller's account.",
    access: 'user',
    reply: Deletion,
  },
} as const satisfies ContractMap;
