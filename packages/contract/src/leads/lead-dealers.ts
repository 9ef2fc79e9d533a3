import { z } from 'zod';
import { NewDealer } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { Email, IdParams, WireDate, WireMoneyShape } from '../shapes.ts';

const Dealer = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  members: z.number(),
  /** The newest invitation. */
  invite: z.object({ email: z.string(), state: z.string(), expires_at: WireDate }).nullable(),
});

export const leadDealers = {
  'GET /v1/admin/lead-engine/deals/:id/links': {
    summary:
      'Returns what is known about the people of a deal: accounts, applications, orders, and the dealer it became.',
    access: 'leads',
    params: IdParams,
    reply: z.object({
      dealer: Dealer.nullable(),
      /** An undecided dealer application of these people: its approval creates the dealer. */
      application: z.object({ id: z.number(), name: z.string(), state: z.string() }).nullable(),
      applications: z.array(
        z.object({ id: z.number(), name: z.string(), kind: z.string(), state: z.string(), created_at: WireDate }),
      ),
      /** Accounts with an address of a contact of the deal. */
      accounts: z.array(
        z.object({ id: z.number(), name: z.string(), email: z.string(), last_seen_at: WireDate.nullable() }),
      ),
      orders: z.array(
        z.object({ id: z.number(), state: z.string(), total: WireMoneyShape, placed_at: WireDate, email: z.string() }),
      ),
    }),
    refuses: ['not_found'],
  },
  'POST /v1/admin/lead-engine/deals/:id/dealer': {
    summary: 'Creates the dealer of a won deal with its terms and invites a manager by e-mail.',
    access: 'dealers.admin',
    params: IdParams,
    body: NewDealer.pick({
      name: true,
      slug: true,
      currency: true,
      credit_limit: true,
      tier_id: true,
      install_share_percent: true,
    }).extend({ email: Email }),
    reply: Dealer,
    status: 201,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'conflict', 'forbidden', 'already_committed', 'too_many_requests'],
  },
} as const satisfies ContractMap;
