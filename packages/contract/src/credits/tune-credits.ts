import { creditKinds, creditUses, lotSources } from '@tuneport/domain/credits/tune-credits';
import { z } from 'zod';
import { Brand } from '../dealers/dealer-shapes.ts';
import type { ContractMap } from '../endpoint.ts';
import { WireDate } from '../shapes.ts';

// Tune credits are prepaid rights to tunes, of four kinds. They come in lots: a number of one kind, with a source and
// an expiry.

export const CreditKind = z.enum(creditKinds);

export const CreditLot = z
  .object({
    id: z.number(),
    kind: CreditKind,
    units: z.number(),
    left: z.number(),
    /** Reserved for a purchase being paid, or by a code that is not claimed yet. */
    held: z.number(),
    source: z.enum(lotSources),
    /** Its source as text. */
    from: z.string(),
    issued_at: WireDate,
    expires_at: WireDate,
  })
  .meta({ id: 'TuneCreditLot' });

const KindSum = z.object({ kind: CreditKind, available: z.number(), held: z.number() });

const WaitingCode = z.object({
  id: z.number(),
  kind: CreditKind,
  amount: z.number(),
  giver: z.string(),
  expires_at: WireDate,
});

const Claimed = z.object({ credits: z.array(CreditLot) });
/** As typed: with or without dashes, in lower case, or the whole link. */
const Typed = z.string().trim().min(1).max(300);

export const tuneCredits = {
  'GET /tune-credits': {
    apiScope: 'credits.read',
    summary: "Lists the caller's tune credits by kind, and those of their dealers.",
    access: 'user',
    reply: z.object({
      /** The caller first, then their dealers. */
      owners: z.array(
        z.object({
          /** null is the caller. */
          dealer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
          kinds: z.array(KindSum),
          /** Lots with remaining credits, sorted by expiry. */
          lots: z.array(CreditLot),
          history: z.array(
            z.object({
              at: WireDate,
              kind: CreditKind,
              /** Positive: added; negative: used. */
              units: z.number(),
              what: z.enum([...lotSources, ...creditUses, 'return']),
              words: z.string(),
            }),
          ),
        }),
      ),
      /** Codes sent to the caller's confirmed e-mail address. */
      waiting: z.array(WaitingCode),
    }),
  },
  'POST /tune-credit-codes/autoclaim': {
    summary: "Claims every code sent to the caller's confirmed e-mail address.",
    access: 'user',
    reply: Claimed,
    idempotent: 'accepts',
    limit: { max: 30, windowS: 60, by: 'actor' },
    refuses: ['too_many_requests'],
  },
  'GET /tune-credit-codes/:code/check': {
    summary: 'Checks whether a credit code can be claimed, and what it contains.',
    access: 'public',
    params: z.object({ code: Typed }),
    reply: z.object({
      kind: CreditKind,
      amount: z.number(),
      giver: z.string(),
      note: z.string(),
      expires_at: WireDate,
      /** Sent to one e-mail address: only its owner can claim it. */
      bound: z.boolean(),
      brand: Brand.nullable(),
    }),
    limit: { max: 10, windowS: 60, by: 'address' },
    refuses: ['not_found', 'already_committed', 'conflict', 'too_many_requests'],
  },
  'POST /tune-credit-codes/:code/claim': {
    summary: 'Claims a credit code for the caller, once.',
    access: 'user',
    params: z.object({ code: Typed }),
    reply: Claimed,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 60, by: 'actor' },
    refuses: ['not_found', 'already_committed', 'conflict', 'too_many_requests'],
  },
} as const satisfies ContractMap;
