import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { guestLink } from '../identity/guests.ts';
import { WireDate } from '../shapes.ts';
import { ListedRequest } from './tuning-request-shapes.ts';

/** What the link of a guest opens. */
export const tuningGuests = {
  'GET /v1/guests/:id/:token': {
    summary:
      'Shows the tune requests and unused purchases of a guest to the holder of the link mailed to their address.',
    access: 'token',
    // A link that was cut off is not found, like any other wrong one.
    params: z.object({ id: guestLink.id, token: z.string().max(200) }),
    reply: z.object({
      email: z.string(),
      /** Whether the address has an account. Only its owner has the link. */
      has_account: z.boolean(),
      expires_at: WireDate,
      /** Paid tunes that wait for the file of the car. */
      purchases: z.array(
        z.object({ id: z.number(), number: z.string(), vehicle: z.string(), tunes: z.array(z.string()) }),
      ),
      data: z.array(
        ListedRequest.pick({
          id: true,
          number: true,
          state: true,
          money: true,
          sentence: true,
          vehicle: true,
          tunes: true,
          created_at: true,
          promised_at: true,
        }),
      ),
    }),
    refuses: ['not_found', 'link_expired', 'too_many_requests'],
    limit: { max: 60, windowS: 600, by: 'address' },
  },
  'POST /v1/guests/:id/claim': {
    summary:
      "Moves the requests and purchases of a guest to the caller's account, which has the same confirmed address.",
    access: 'user',
    confirmedEmail: true,
    params: z.object({ id: guestLink.id }),
    body: z.object({ token: guestLink.token }),
    reply: z.object({ requests: z.number() }),
    refuses: ['not_found', 'link_expired', 'conflict', 'too_many_requests'],
    limit: { max: 20, windowS: 600, by: 'actor' },
  },
} as const satisfies ContractMap;
