import { rentalDaysMax, rentalStates } from '@tuneport/domain/store/rental-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Address, AddressFields } from '../identity/addresses.ts';
import { BalanceRow } from '../ledger/balances.ts';
import { CardChoice, cardRefusals, PaymentResult } from '../payments/payments.ts';
import { IdParams, numberFrom, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';
import { OrderToken } from './store-orders.ts';

const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);

const rental = {
  id: z.number(),
  kind: z.enum(['rental', 'loan']),
  state: z.enum(rentalStates),
  /** Current state and next step, for the renter. */
  sentence: z.string(),
  product: z.object({ slug: z.string(), name: z.string() }),
  quantity: z.number(),
  days: z.number(),
  rent: WireMoneyShape,
  deposit: WireMoneyShape,
  deposit_due: z.boolean(),
  /** The part of the deposit finally retained. */
  taken: WireMoneyShape,
  /** The amount not covered by the deposit that the customer has to pay. */
  rest: WireMoneyShape,
  rest_due: z.boolean(),
  order_id: z.number(),
  order_number: z.string(),
  out_at: WireDate.nullable(),
  due_at: WireDate.nullable(),
  returned_at: WireDate.nullable(),
};
export const Rental = z.object(rental).meta({ id: 'Rental' });

export const rentals = {
  'GET /rentals': {
    summary: 'Lists the rentals and loans of the caller and their dealers.',
    access: 'user',
    query: PageQuery.pick({ page: true }),
    reply: Page(Rental),
  },
  'GET /order/:id/rentals': {
    summary: 'Lists the rentals of an order with the deposits due, for its owner or anyone with its token.',
    access: ['owner', 'transactions.read', 'token'],
    params: IdParams,
    query: z.object({ token: OrderToken.optional() }),
    reply: z.array(Rental),
    refuses: ['not_found'],
  },
  'POST /rentals/:id/deposit': {
    summary:
      'Pays what is due for a rental, once: its deposit, which is refunded after the returned tool is inspected, or the amount the deposit did not cover.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({ token: OrderToken.optional(), method: CardChoice }),
    reply: z.object({ rental: Rental, payment: PaymentResult.nullable() }),
    transaction: 'none',
    idempotent: 'requires',
    movesMoney: true,
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'conflict', 'already_committed', ...cardRefusals],
  },
} as const satisfies ContractMap;

const AdminRental = z
  .object({
    ...rental,
    full_name: z.string(),
    email: z.string(),
    late_fee: WireMoneyShape,
    damage: WireMoneyShape,
    /** The part of both that the deposit does not cover, until staff decide whether to charge it. */
    uncovered: WireMoneyShape,
    /** The late fee if it were returned now. */
    late_fee_now: WireMoneyShape,
    location: z.object({ slug: z.string(), name: z.string() }).nullable(),
    transaction_id: z.number().nullable(),
    /** The id of the deposit's transaction. */
    deposit_transaction_id: z.number().nullable(),
    next: z.array(z.enum(rentalStates)),
    updated_at: WireDate,
    history: z.array(
      z.object({
        at: WireDate,
        state: z.enum(rentalStates),
        by: z.string().nullable(),
        note: z.string(),
        transfer_id: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'AdminRental' });

export const RentalMove = z.object({
  state: z.enum(rentalStates),
  note: text('The note', 500).default(''),
  /** Returns in bad condition go to quarantine. */
  condition: z.enum(['good', 'bad']).default('good'),
  /** Deducted from the deposit on closing. */
  late_fee: z.string().trim().max(20).optional(),
  damage: z.string().trim().max(20).optional(),
  /** On closing, whether to charge the customer for what the deposit does not cover. */
  rest: z.enum(['charge', 'waive'], 'Choose whether to charge the remaining amount.').optional(),
});

const Days = numberFrom(
  z.number().int().min(1, 'Enter at least one day.').max(rentalDaysMax, `Enter at most ${rentalDaysMax} days.`),
);
const Quantity = numberFrom(z.number().int().min(1, 'Enter at least one.').max(10, 'Enter at most 10.'));
/** The chosen selections of the product's options. */
const Selections = z.array(z.object({ option: z.number().int(), selection: z.number().int() })).max(20);

export const NewRental = z.object({
  user_id: z.number().int().min(1).max(2_147_483_647),
  slug: z.string().min(1, 'Choose a tool.').max(120),
  options: Selections.default([]),
  quantity: Quantity.default(1),
  days: Days,
  billing: AddressFields,
  shipping_tier: z.string().max(60).nullable().optional(),
  /** The total that was shown. Another total is refused with the new figures. */
  total: WireMoneyShape.optional(),
  /** The customer pays by a mailed link, or a balance of theirs is charged at once. */
  payment: z.enum(['link', 'prepaid', 'account'], 'Choose how the customer pays.'),
  /** The dealer whose balance is charged; by default the customer's own prepaid balance or first dealer. */
  dealer: z.string().max(60).optional(),
});

export const rentalsAdmin = {
  'GET /v1/admin/rental-tools': {
    summary: 'Lists the tools that can be rented or lent, with their options and standard days.',
    access: 'stock',
    reply: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        kind: z.enum(['rental', 'loan']),
        days: z.number(),
        options: z.array(
          z.object({
            id: z.number(),
            name: z.string(),
            selections: z.array(z.object({ id: z.number(), name: z.string() })),
          }),
        ),
      }),
    ),
  },
  'GET /v1/admin/rental-quote': {
    summary: 'Prices a rental for a customer, with the addresses and balances of the customer.',
    access: 'stock',
    query: z.object({
      user_id: numberFrom(z.number().int().min(1).max(2_147_483_647)),
      slug: z.string().max(120),
      /** Selections as option:selection, separated by commas. */
      options: z
        .string()
        .regex(/^(\d{1,9}:\d{1,9}(,\d{1,9}:\d{1,9}){0,19})?$/)
        .default(''),
      quantity: Quantity.default(1),
      days: Days.optional(),
      country_code: z.string().max(2).default(''),
      state: z.string().max(60).default(''),
    }),
    reply: z.object({
      days: z.number(),
      /** How often the rent is charged. */
      periods: z.number(),
      rent: WireMoneyShape,
      deposit: WireMoneyShape,
      /** Empty until a country is chosen, or if nothing ships. */
      tiers: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          price: WireMoneyShape,
          total: WireMoneyShape,
          tax: WireMoneyShape,
        }),
      ),
      ships: z.boolean(),
      total: WireMoneyShape.nullable(),
      addresses: z.array(Address),
      balances: z.array(BalanceRow),
    }),
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'no_shipping_for_destination'],
  },
  'POST /v1/admin/rentals': {
    summary:
      'Rents a tool out to a customer: places the order for them and either mails them a link to pay it or charges a balance of theirs.',
    access: 'stock',
    body: NewRental,
    reply: z.object({
      order_id: z.number(),
      order_number: z.string(),
      /** Set once the order is paid. */
      rental_id: z.number().nullable(),
      email: z.string(),
    }),
    status: 201,
    transaction: 'none',
    idempotent: 'requires',
    movesMoney: true,
    refuses: [
      'forbidden',
      'invalid_fields',
      'no_shipping_for_destination',
      'shipping_tier_not_supported_for_destination',
      'total_changed',
      'out_of_stock',
      'too_many_requests',
      'conflict',
      'already_committed',
      'dealer_missing_billing_info',
      'dealer_hit_credit_limit',
      'not_found',
    ],
  },

  'GET /v1/admin/rentals': {
    summary: 'Lists rentals and loans, due first.',
    access: 'stock',
    query: PageQuery.extend({ state: z.enum(rentalStates).optional(), kind: z.enum(['rental', 'loan']).optional() }),
    reply: Page(Rental.extend({ full_name: z.string() })),
  },
  'GET /v1/admin/rentals/:id': {
    summary: 'Shows a rental with its history.',
    access: 'stock',
    params: IdParams,
    reply: AdminRental,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/rentals/:id': {
    summary: 'Moves a rental to this state. Closing it refunds the rest of the deposit.',
    access: 'stock',
    params: IdParams,
    body: RentalMove,
    reply: AdminRental,
    precondition: true,
    transaction: 'none',
    idempotent: 'requires',
    movesMoney: true,
    refuses: ['not_found', 'stale_record', 'invalid_transition', 'invalid_fields', 'conflict', 'network_down_retry'],
  },
} as const satisfies ContractMap;
