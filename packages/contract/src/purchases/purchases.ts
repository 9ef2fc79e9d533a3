import { creditKinds } from '@tuneport/domain/credits/tune-credits';
import { purchaseStates } from '@tuneport/domain/purchases/purchase-states';
import { balanceSources } from '@tuneport/domain/store/tenders';
import { z } from 'zod';
import { DerivationStep, WireMoneyShape } from '../catalog/catalog.ts';
import type { ContractMap } from '../endpoint.ts';
import { Address, AddressFields } from '../identity/addresses.ts';
import { CardChoice, PaymentResult, PrepaidPart } from '../payments/payments.ts';
import { Id, IdParams, Page, PageQuery, WireDate } from '../shapes.ts';

// What is bought is an estimate, named by its hash. Its price is made again when it is paid: whoever sees another sum than was shown
// pays nothing and is told the new one.

const EstimateHash = z.string().trim().min(1, 'Price the selection first.').max(100);
const Dealer = z.string().trim().min(1).max(120);
const Tax = z.object({ name: z.string(), percent: z.string(), amount: WireMoneyShape });

const PurchaseLine = z.object({
  kind: z.enum(['tune', 'fee']),
  label: z.string(),
  tune_id: z.number().nullable(),
  tool_id: z.number().nullable(),
  /** Added because another tune requires it. */
  required: z.boolean(),
  list: WireMoneyShape,
  amount: WireMoneyShape,
  derivation: z.array(DerivationStep),
});

export const PaidWith = z.object({ label: z.string(), credits: z.string(), amount: WireMoneyShape });
/** Lots of tune credits that pay what they can, one tune each. */
export const CreditIds = z.array(Id).max(50, 'At most 50 lots of credits pay at once.');

const Sums = {
  list: WireMoneyShape,
  discount: WireMoneyShape,
  /** Of it paid with tune credits, and each of them. */
  credit: WireMoneyShape,
  paid_with: z.array(PaidWith),
  taxes: z.array(Tax),
  tax: WireMoneyShape,
  total: WireMoneyShape,
};

const purchaseHead = {
  id: z.number(),
  number: z.string(),
  state: z.enum(purchaseStates),
  /** Where it is and what happens next, in one sentence. */
  sentence: z.string(),
  vehicle: z.string(),
  /** Where it was chosen, if it still is a vehicle of the catalogue. */
  vehicle_path: z.string().nullable(),
  tunes: z.array(z.string()),
  total: WireMoneyShape,
  refunded: WireMoneyShape,
  placed_at: WireDate,
  paid_at: WireDate.nullable(),
  request_id: z.number().nullable(),
};

export const ListedPurchase = z.object(purchaseHead).meta({ id: 'ListedPurchase' });

export const Purchase = z
  .object({
    ...purchaseHead,
    ...Sums,
    lines: z.array(PurchaseLine),
    discounts: z.array(z.object({ name: z.string(), code: z.string().nullable() })),
    email: z.string(),
    billing: Address.omit({ id: true, readonly: true }),
    /** What card and account pay of it. */
    card: WireMoneyShape,
    account: WireMoneyShape,
    /** Which balance paid what no card did: an account or prepaid money, and of which dealer; null for money of the buyer. */
    balance: z.object({ source: z.enum(balanceSources), dealer: z.string().nullable() }).nullable(),
    dealer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
    installer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
    delivered_at: WireDate.nullable(),
    /** When the tune credits that paid went back to where they came from. */
    credits_back_at: WireDate.nullable(),
    can: z.object({ link: z.boolean() }),
  })
  .meta({ id: 'CatalogPurchase' });

const PurchaseInvoice = z
  .object({
    number: z.string(),
    issued_at: WireDate,
    seller: z.object({ name: z.string(), address: z.string(), email: z.string() }),
    purchase: Purchase.omit({ can: true, sentence: true }),
  })
  .meta({ id: 'PurchaseInvoice' });

export const Bought = z.object({
  purchase: Purchase,
  /** Null where no card had to pay. */
  payment: PaymentResult.nullable(),
});

const input = {
  estimate_hash: EstimateHash,
  /** What the buyer saw. Another sum is refused before anything is written. */
  total: WireMoneyShape.optional(),
  /** SHA-256 of the disclaimer in force, which the buyer has read. */
  disclaimer_hash: z.string().trim().max(100).optional(),
  /** The dealer who installs it, by id or slug. */
  installer: Dealer.optional(),
  /** The address of the vehicle in the catalogue, for the words on the purchase. */
  vehicle: z.string().trim().max(700).optional(),
  /** The same selection once more, for another car. */
  again: z.boolean().default(false),
  credits: CreditIds.default([]),
};

const cardRefusals = [
  'payments_off',
  'network_down_retry',
  'avs_cvv',
  'duplicate',
  'card_expired',
  'revoked_payment_method',
  'too_many_requests',
] as const;

export const storePurchases = {
  'POST /v1/catalog/quote': {
    summary: 'What buying an estimate costs at an address, with tax, and how it can be paid. Nothing is written.',
    access: 'user',
    body: z.object({
      estimate_hash: EstimateHash,
      country_code: z.string().trim().toUpperCase().length(2, 'Choose a country.').optional(),
      state: z.string().trim().max(120).default(''),
      /** On the account of this dealer, at its billing address; left out: by card at the address given. */
      dealer: Dealer.optional(),
      credits: CreditIds.default([]),
    }),
    reply: z.object({
      ...Sums,
      /** Lots of the caller and their dealers that could pay for a tune of it, what expires first on top. */
      credit_choices: z.array(
        z.object({
          id: z.number(),
          kind: z.enum(creditKinds),
          left: z.number(),
          /** Null where they are the caller's own. */
          dealer: z.string().nullable(),
          expires_at: WireDate,
        }),
      ),
      /** What a dealer gets instead of a tune. */
      gives: z.array(z.object({ label: z.string(), credits: z.array(z.string()), text: z.string() })),
      disclaimer: z.object({ text: z.string(), hash: z.string() }).nullable(),
      /** The account of the dealer the price is for; null where the buyer is a member of none. */
      account: z
        .object({
          dealer: z.object({ id: z.number(), slug: z.string(), name: z.string() }),
          currency: z.string(),
          credit_limit: WireMoneyShape,
          left: WireMoneyShape,
          /** In words why it cannot be charged at all; null where it can. */
          barred: z.string().nullable(),
        })
        .nullable(),
      /** The same selection, bought before and not used yet. */
      bought: z.object({ purchase_id: z.number(), number: z.string() }).nullable(),
    }),
    refuses: ['invalid_fields', 'total_changed', 'conflict', 'unauthenticated', 'region_mismatch'],
    transaction: 'none',
  },
  'GET /v1/catalog/installers': {
    summary: 'Dealers who can install what was estimated, the nearest first, with what installing costs there.',
    access: 'user',
    query: z.object({
      estimate_hash: EstimateHash,
      /** A town, an address or a postal code. */
      near: z.string().trim().max(120).optional(),
      country: z.string().trim().toUpperCase().length(2, 'Choose a country.').optional(),
    }),
    reply: z.object({
      /** What was understood of where the caller looks from. */
      near: z.object({ label: z.string(), precision: z.enum(['city', 'state', 'country']) }).nullable(),
      data: z.array(
        z.object({
          id: z.number(),
          slug: z.string(),
          name: z.string(),
          place: z.string(),
          /** Between towns, as the crow flies; null while one of the two is not known. */
          distance_km: z.number().nullable(),
          tools: z.array(z.string()),
          install_fee: WireMoneyShape,
        }),
      ),
    }),
    refuses: ['invalid_fields', 'region_mismatch'],
    transaction: 'none',
  },
  'POST /v1/catalog/pay': {
    summary:
      'Buys a catalogue selection by card, once. While the bank asks the payer something, the same call is made again.',
    access: 'user',
    body: z.object({
      ...input,
      billing: AddressFields,
      /** Left out where a code took everything off, or prepaid money pays all of it. */
      method: CardChoice.optional(),
      prepaid: PrepaidPart.optional(),
    }),
    reply: Bought,
    transaction: 'none',
    idempotent: 'requires',
    movesMoney: true,
    refuses: ['invalid_fields', 'total_changed', 'conflict', 'already_committed', 'region_mismatch', ...cardRefusals],
  },
  'POST /v1/catalog/pay-later': {
    summary: "Buys it on the dealer's account. Above the credit limit a card may pay the excess in the same purchase.",
    access: 'dealer-member',
    body: z.object({
      ...input,
      /** Id or slug; left out: the first dealer the caller is a member of. */
      dealer: Dealer.optional(),
      /** The part a card pays; the account pays the rest. */
      card: z
        .object({
          amount: z.string().trim().max(30),
          currency: z.string().trim().toUpperCase().length(3),
          method: CardChoice,
        })
        .optional(),
    }),
    reply: Bought,
    transaction: 'none',
    idempotent: 'requires',
    movesMoney: true,
    refuses: [
      'invalid_fields',
      'total_changed',
      'conflict',
      'already_committed',
      'dealer_hit_credit_limit',
      'dealer_missing_billing_info',
      'region_mismatch',
      ...cardRefusals,
    ],
  },
  'GET /catalog-purchases': {
    summary:
      "Lists the caller's catalogue purchases and those of their dealers, newest first; for staff those of a customer and a dealer they name.",
    access: 'user',
    query: PageQuery.pick({ page: true }).extend({
      /** Only those no tune request uses yet. */
      unlinked: z.stringbool().default(false),
      customer: Id.optional(),
      dealer: Id.optional(),
    }),
    reply: Page(ListedPurchase),
    refuses: ['forbidden'],
  },
  'GET /catalog-purchases/:id': {
    summary: 'Shows a catalogue purchase to its buyer, its dealer or staff.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    reply: Purchase,
    refuses: ['not_found'],
  },
  'GET /catalog-purchases/:id/invoice': {
    summary: 'The invoice of a purchase, for its buyer, its dealer or staff.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    reply: PurchaseInvoice,
    refuses: ['not_found'],
  },
  'GET /catalog-purchases/:id/:token/invoice': {
    summary: 'The invoice of a purchase, for whoever holds its link.',
    access: 'token',
    params: z.object({ id: Id, token: z.string().min(1).max(100) }),
    reply: PurchaseInvoice,
    refuses: ['not_found'],
    limit: { max: 60, windowS: 60, by: 'address' },
  },
} as const satisfies ContractMap;
