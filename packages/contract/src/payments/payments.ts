import { paymentStates } from '@tuneport/domain/payments/payment-states';
import { balanceSources } from '@tuneport/domain/store/tenders';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, WireDate } from '../shapes.ts';

/**
 * The provider's token for a card. Anything that looks like a card number is rejected before it is stored or logged.
 */
const PaymentToken = z
  .string()
  .trim()
  .min(4, 'Choose a payment method.')
  .max(200)
  .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'This is not a payment token.');

/** Pays by card: with a token from the browser's form, or with a stored method. */
export const CardChoice = z
  .object({
    token: PaymentToken.optional(),
    payment_method_id: Id.optional(),
    /** Store the card for next time. */
    keep: z.boolean().default(false),
  })
  .refine((choice) => (choice.token === undefined) !== (choice.payment_method_id === undefined), {
    message: 'Choose a payment method.',
    path: ['token'],
  })
  .meta({ id: 'CardChoice' });

/** The part of a price paid from a balance: a dealer's account or the payer's prepaid money. A card pays the rest. */
export const BalanceChoice = z
  .object({
    source: z.enum(balanceSources),
    amount: z.string().trim().max(30),
    currency: z.string().trim().toUpperCase().length(3),
    /**
     * The account's dealer, by id or slug. Default: the first dealer the caller is a member of, or the caller's own
     * prepaid money.
     */
    dealer: z.string().trim().min(1).max(120).optional(),
  })
  .meta({ id: 'BalanceChoice' });

/** The part of a price paid with prepaid money, of the payer or of one of their dealers. A card pays the rest. */
export const PrepaidPart = BalanceChoice.pick({ amount: true, currency: true, dealer: true });

/** The result of a payment. Calls that pay return it as their reply or as part of it. */
export const PaymentResult = z
  .object({
    payment_id: z.number(),
    state: z.enum(paymentStates),
    amount: z.string(),
    currency: z.string(),
    /** Set while the payer's bank requires authentication. The browser completes it and repeats the call. */
    action: z.object({ provider: z.enum(['test', 'stripe']), client_secret: z.string().nullable() }).nullable(),
    card: z.object({ brand: z.string(), last_four: z.string() }).nullable(),
  })
  .meta({ id: 'PaymentResult' });

const StoredPaymentMethod = z
  .object({
    id: z.number(),
    brand: z.string(),
    last_four: z.string(),
    exp_month: z.number().nullable(),
    exp_year: z.number().nullable(),
    created_at: WireDate,
  })
  .meta({ id: 'StoredPaymentMethod' });

/** Default: the caller's own. A dealer's methods are managed by its managers. */
const OwnerQuery = z.object({ dealer: z.string().trim().min(1).max(100).optional() });

/** A charge or a saved card that the provider refuses. */
export const cardRefusals = [
  'payments_off',
  'network_down_retry',
  'avs_cvv',
  'duplicate',
  'card_expired',
  'revoked_payment_method',
] as const;

/** Every refund by staff. */
export const refundRefusals = [
  'not_found',
  'forbidden',
  'invalid_fields',
  'already_committed',
  'conflict',
  'network_down_retry',
  'unknown',
] as const;

export const payments = {
  'GET /payment-method-settings': {
    summary: 'Lists the enabled payment methods and their client configuration.',
    access: 'public',
    query: z.object({ currency: z.string().trim().toUpperCase().max(3).optional() }),
    reply: z.object({
      provider: z.enum(['test', 'stripe']).nullable(),
      public_key: z.string().nullable(),
      methods: z.array(z.object({ kind: z.literal('card'), currencies: z.array(z.string()) })),
    }),
    publicCache: { area: 'settings', maxAgeS: 60 },
  },
  'GET /stripe-payment-methods': {
    summary: 'Lists saved payment methods.',
    access: 'user',
    query: OwnerQuery,
    reply: z.array(StoredPaymentMethod),
    refuses: ['not_found'],
  },
  'POST /stripe-payment-methods': {
    summary: 'Saves a payment method from its token.',
    access: 'user',
    body: z.object({ token: PaymentToken, dealer: z.string().trim().min(1).max(100).optional() }),
    reply: StoredPaymentMethod,
    status: 201,
    transaction: 'none',
    idempotent: 'accepts',
    // Allows fifty replays of one key; card testing would need a new account for every dozen cards.
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'conflict', ...cardRefusals],
  },
  'DELETE /stripe-payment-methods/:id': {
    summary: 'Removes a saved payment method.',
    access: 'owner',
    params: IdParams,
    reply: null,
    transaction: 'none',
    refuses: ['not_found'],
  },
  'POST /payment-events': {
    summary: 'Receives signed events from the payment provider.',
    access: 'token',
    reply: null,
    signed: { header: 'stripe-signature', maxBytes: 512 * 1024 },
    transaction: 'none',
    refuses: ['bad_request', 'too_large', 'payments_off'],
  },
} as const satisfies ContractMap;
