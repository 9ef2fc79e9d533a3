import { creditKinds } from '@tuneport/domain/credits/tune-credits';
import { purchaseStates } from '@tuneport/domain/purchases/purchase-states';
import { balanceSources } from '@tuneport/domain/store/tenders';
import { z } from 'zod';
import { DerivationStep } from '../catalog/estimate-shapes.ts';
import { Brand } from '../dealers/dealer-shapes.ts';
import { ApprovalNote, approvalRefusals, PurchaseApproval } from '../dealers/purchase-approvals.ts';
import type { ContractMap } from '../endpoint.ts';
import { Address, AddressFields } from '../identity/addresses.ts';
import { CardChoice, cardRefusals, PaymentResult, PrepaidPart } from '../payments/payments.ts';
import { ListedCreditNote } from '../sales/credit-notes.ts';
import { InvoicePayment } from '../sales/invoice-payment.ts';
import { Id, IdParams, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';
import { taxTermFields } from '../store/store-orders.ts';

// A purchase refers to an estimate by its hash. The price is recalculated at payment; if it differs from the one shown,
// nothing is charged and the new price is returned.

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
/** Lots of tune credits applied to the purchase, one tune each. */
export const CreditIds = z.array(Id).max(50, 'You can use at most 50 lots of credits.');

const Sums = {
  list: WireMoneyShape,
  discount: WireMoneyShape,
  /** The part paid with tune credits, and each credit used. */
  credit: WireMoneyShape,
  paid_with: z.array(PaidWith),
  ...taxTermFields,
  taxes: z.array(Tax),
  tax: WireMoneyShape,
  total: WireMoneyShape,
};

const purchaseHead = {
  id: z.number(),
  number: z.string(),
  /** Null until it is paid. */
  invoice_number: z.string().nullable(),
  state: z.enum(purchaseStates),
  /** Current state and next step, in one sentence. */
  sentence: z.string(),
  vehicle: z.string(),
  /** The catalogue page where it was chosen, if the vehicle is still in the catalogue. */
  vehicle_path: z.string().nullable(),
  tunes: z.array(z.string()),
  total: WireMoneyShape,
  refunded: WireMoneyShape,
  placed_at: WireDate,
  paid_at: WireDate.nullable(),
  request_id: z.number().nullable(),
};

const ListedPurchase = z.object(purchaseHead).meta({ id: 'ListedPurchase' });

export const Purchase = z
  .object({
    ...purchaseHead,
    ...Sums,
    lines: z.array(PurchaseLine),
    discounts: z.array(z.object({ name: z.string(), code: z.string().nullable() })),
    email: z.string(),
    billing: Address.omit({ id: true, readonly: true }),
    /** The parts paid by card and from the account. */
    card: WireMoneyShape,
    account: WireMoneyShape,
    /**
     * The balance that paid the part not paid by card: an account or prepaid money, and its dealer. Null dealer: the
     * buyer's own money.
     */
    balance: z.object({ source: z.enum(balanceSources), dealer: z.string().nullable() }).nullable(),
    /** What value transfers moved to other requests, and their numbers. */
    moved: WireMoneyShape,
    moved_by: z.array(z.string()),
    /** The value transfer that paid for it, wholly or in part. */
    paid_by_transfer: z.string().nullable(),
    dealer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
    installer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
    delivered_at: WireDate.nullable(),
    /** When the tune credits used were returned to their source. */
    credits_back_at: WireDate.nullable(),
    can: z.object({ link: z.boolean() }),
  })
  .meta({ id: 'CatalogPurchase' });

const PurchaseInvoice = z
  .object({
    number: z.string(),
    issued_at: WireDate,
    /** The day printed on it, in the company's time zone. */
    issued_on: z.string(),
    seller: z.object({ name: z.string(), address: z.string(), email: z.string(), vat_id: z.string() }),
    purchase: Purchase.omit({ can: true, sentence: true }),
    payment: InvoicePayment,
    credit_notes: z.array(ListedCreditNote),
    /** Of the dealer that bought or installs it. */
    brand: Brand.nullable(),
  })
  .meta({ id: 'PurchaseInvoice' });

export const Bought = z.object({
  purchase: Purchase,
  /** Null if nothing was charged to a card. */
  payment: PaymentResult.nullable(),
});

const input = {
  estimate_hash: EstimateHash,
  /** The total shown to the buyer. A different total is refused before anything is written. */
  total: WireMoneyShape.optional(),
  /** SHA-256 of the current disclaimer, which the buyer has read. */
  disclaimer_hash: z.string().trim().max(100).optional(),
  /** The dealer who installs it, by id or slug. */
  installer: Dealer.optional(),
  /** The vehicle's path in the catalogue, used for the purchase's description. */
  vehicle: z.string().trim().max(700).optional(),
  /** Buys the same selection again for another car. */
  again: z.boolean().default(false),
  credits: CreditIds.default([]),
};

export const purchases = {
  'POST /v1/catalog/quote': {
    guest: true,
    summary: 'Returns the price of an estimate at an address, with tax, and the payment options. Stores nothing.',
    access: 'user',
    body: z.object({
      estimate_hash: EstimateHash,
      country_code: z.string().trim().toUpperCase().length(2, 'Choose a country.').optional(),
      state: z.string().trim().max(120).default(''),
      /** Charges this dealer's account at its billing address. Default: by card at the given address. */
      dealer: Dealer.optional(),
      credits: CreditIds.default([]),
      /** The tune request it is for. */
      request_id: Id.optional(),
    }),
    reply: z.object({
      ...Sums,
      /** Lots of the caller and their dealers that can pay for a tune of this selection, soonest expiry first. */
      credit_choices: z.array(
        z.object({
          id: z.number(),
          kind: z.enum(creditKinds),
          left: z.number(),
          /** Null for the caller's own lots. */
          dealer: z.string().nullable(),
          expires_at: WireDate,
        }),
      ),
      /** What a dealer receives instead of a tune. */
      gives: z.array(z.object({ label: z.string(), credits: z.array(z.string()), text: z.string() })),
      disclaimer: z.object({ text: z.string(), hash: z.string() }).nullable(),
      /** The account of the dealer the price applies to; null if the buyer is not a member of a dealer. */
      account: z
        .object({
          dealer: z.object({ id: z.number(), slug: z.string(), name: z.string() }),
          currency: z.string(),
          credit_limit: WireMoneyShape,
          left: WireMoneyShape,
          /** Why it cannot be charged, as text; null if it can. */
          barred: z.string().nullable(),
          /** The price is above the buyer's own limits, and a manager can approve it. */
          needs_approval: z.boolean(),
          /** The request for approval that waits. */
          waiting_approval: z.object({ id: z.number(), number: z.string() }).nullable(),
        })
        .nullable(),
      /** An earlier, unused purchase of the same selection. */
      bought: z.object({ purchase_id: z.number(), number: z.string() }).nullable(),
    }),
    refuses: ['invalid_fields', 'total_changed', 'conflict', 'unauthenticated', 'region_mismatch'],
    transaction: 'none',
  },
  'GET /v1/catalog/installers': {
    guest: true,
    summary: 'Lists dealers who can install an estimate, nearest first, with their install fees.',
    access: 'user',
    query: z.object({
      estimate_hash: EstimateHash,
      /** A town, an address or a postal code. */
      near: z.string().trim().max(120).optional(),
      country: z.string().trim().toUpperCase().length(2, 'Choose a country.').optional(),
    }),
    reply: z.object({
      /** The location that was recognised in the query. */
      near: z.object({ label: z.string(), precision: z.enum(['city', 'state', 'country']) }).nullable(),
      data: z.array(
        z.object({
          id: z.number(),
          slug: z.string(),
          name: z.string(),
          place: z.string(),
          /** Straight-line distance between towns; null if one of them is unknown. */
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
    guest: true,
    summary: 'Buys a catalogue selection by card, once. While the bank requires authentication, repeat the same call.',
    access: 'user',
    body: z.object({
      ...input,
      billing: AddressFields,
      /** Omitted if a code covers the whole price or prepaid money pays all of it. */
      method: CardChoice.optional(),
      prepaid: PrepaidPart.optional(),
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
      'region_mismatch',
      'too_many_requests',
      ...cardRefusals,
    ],
  },
  'POST /v1/catalog/pay-later': {
    summary: "Buys a selection on the dealer's account. A card can pay the amount above the credit limit.",
    access: 'dealer-member',
    body: z.object({
      ...input,
      /** Id or slug. Default: the first dealer the caller is a member of. */
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
      'purchase_needs_approval',
      'region_mismatch',
      'too_many_requests',
      ...cardRefusals,
      'too_many_requests',
    ],
  },
  'POST /v1/catalog/request-approval': {
    summary: "Asks the dealer's managers to approve a purchase on account above the limits of the member.",
    access: 'dealer-member',
    body: z.object({ ...input, dealer: Dealer.optional(), note: ApprovalNote }),
    reply: PurchaseApproval,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 30, windowS: 3600, by: 'actor' },
    refuses: approvalRefusals,
  },
  'GET /catalog-purchases': {
    guest: true,
    apiScope: 'orders.read',
    summary:
      'Lists the catalogue purchases of the caller and their dealers, newest first; for staff, those of a given customer and dealer.',
    access: 'user',
    query: PageQuery.pick({ page: true }).extend({
      /** Only purchases that are not linked to a tune request. */
      unlinked: z.stringbool().default(false),
      customer: Id.optional(),
      dealer: Id.optional(),
    }),
    reply: Page(ListedPurchase),
    refuses: ['forbidden'],
  },
  'GET /catalog-purchases/:id': {
    guest: true,
    apiScope: 'orders.read',
    summary: 'Shows a catalogue purchase to its buyer, its dealer or staff.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    reply: Purchase,
    refuses: ['not_found'],
  },
  'GET /catalog-purchases/:id/invoice': {
    apiScope: 'orders.read',
    summary: 'Returns the invoice of a purchase, to its buyer, its dealer or staff.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    reply: PurchaseInvoice,
    refuses: ['not_found'],
  },
  'GET /catalog-purchases/:id/invoice/pdf': {
    apiScope: 'orders.read',
    summary: 'Returns the same invoice as PDF.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found'],
  },
  'GET /catalog-purchases/:id/:token/invoice': {
    summary: 'Returns the invoice of a purchase, to anyone with its link.',
    access: 'token',
    params: z.object({ id: Id, token: z.string().min(1).max(100) }),
    reply: PurchaseInvoice,
    refuses: ['not_found'],
    limit: { max: 60, windowS: 60, by: 'address' },
  },
} as const satisfies ContractMap;
