import { onboardingSteps } from '@tuneport/domain/dealers/onboarding';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Address, AddressChange, AddressFields } from '../identity/addresses.ts';
import { AmountText, Email, Id, WireDate, WireMoneyShape } from '../shapes.ts';
import {
  Brand,
  Colour,
  DealerParams,
  DealerRef,
  DealerTierTerms,
  MemberKind,
  managers,
  readers,
} from './dealer-shapes.ts';
import { Currency, PartnerState } from './dealers-admin.ts';

const Specialization = z.object({ id: z.number(), slug: z.string(), name: z.string() });
const Tool = z.object({ id: z.number(), name: z.string(), install_fee: WireMoneyShape });

/** The frame of every page of the portal. */
const Portal = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  state: PartnerState,
  currency: z.string(),
  /** The company's day, in whose time zone entries are counted. */
  today: z.string(),
  preferred_display_currency: z.string().nullable(),
  /** The caller's part; null for staff. */
  kind: MemberKind.nullable(),
  may_manage: z.boolean(),
  /** Steps of the onboarding that are left. */
  steps_left: z.number(),
  /** Sales on account are stopped because an invoice is overdue. */
  account_paused: z.boolean(),
  /** Purchases that wait for approval: of all members for managers and staff, of the caller for others. */
  approvals_waiting: z.number(),
});

const Settings = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  /** The currency of the account; staff change it. */
  currency: z.string(),
  preferred_display_currency: z.string().nullable(),
  legal_name: z.string(),
  billing_email: z.string(),
  billing_address: AddressFields.nullable(),
  payment_days: z.number(),
  /** The prices and terms of a group of dealers; staff assign it. */
  tier: DealerTierTerms.nullable(),
  spend_limit: WireMoneyShape.nullable(),
  listed: z.boolean(),
  about: z.string(),
  website: z.string(),
  phone: z.string(),
  directory_address: AddressFields.nullable(),
  notify_statements: z.boolean(),
  notify_payments: z.boolean(),
  tools: z.array(Tool),
  specializations: z.array(Specialization),
  updated_at: WireDate,
});

const Website = z
  .string()
  .trim()
  .max(200, 'The web address can have at most 200 characters.')
  .refine((text) => text === '' || isWebAddress(text), 'Enter a web address that starts with https://.');
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

const SettingsChange = z
  .object({
    preferred_display_currency: z.union([Currency, z.literal('').transform(() => null)]).nullable(),
    legal_name: z.string().trim().max(200, 'The legal name can have at most 200 characters.'),
    billing_email: z.union([z.literal(''), Email]),
    billing_address: AddressFields.nullable(),
    spend_limit: AmountText,
    listed: z.boolean(),
    about: z.string().trim().max(2000, 'The description can have at most 2000 characters.'),
    website: Website,
    phone: z.string().trim().max(40, 'The phone number can have at most 40 characters.'),
    directory_address: AddressFields.nullable(),
    notify_statements: z.boolean(),
    notify_payments: z.boolean(),
  })
  .partial();

const Steps = z.array(
  z.object({
    step: z.enum(onboardingSteps),
    done: z.boolean(),
    /** True if the dealer's data shows it; such a step cannot be marked as not done. */
    found: z.boolean(),
  }),
);
const Branding = Brand.extend({ may_manage: z.boolean() });
const AddressParams = z.object({ id: DealerRef, addressId: Id });

/** What the managers of a dealer set up. */
export const dealerSettings = {
  'GET /v1/dealers/:id': {
    summary: 'Shows a dealer by id or slug to its members.',
    access: readers,
    params: DealerParams,
    reply: Portal,
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/settings': {
    summary: 'Reads the settings of a dealer.',
    access: readers,
    params: DealerParams,
    reply: Settings,
    refuses: ['not_found'],
  },
  'PATCH /v1/dealers/:id/settings': {
    summary: 'Updates billing information, directory entry, currency of display, spending limit and notifications.',
    access: managers,
    params: DealerParams,
    body: SettingsChange,
    reply: Settings,
    precondition: true,
    // May call an external geocoder.
    transaction: 'none',
    refuses: ['not_found', 'forbidden', 'stale_record', 'invalid_fields'],
  },
  'GET /v1/dealers/:id/branding': {
    summary: 'Reads the logo and the colours that the customers of a dealer see.',
    access: readers,
    params: DealerParams,
    reply: Branding,
    refuses: ['not_found'],
  },
  'PUT /v1/dealers/:id/branding': {
    summary: 'Stores colours and, if one is sent, a logo. Text must be readable on the colour (WCAG AA).',
    access: managers,
    params: DealerParams,
    body: z.object({ colour: Colour.default(''), text_colour: Colour.default('') }),
    reply: Branding,
    upload: { maxBytes: 2 * 1024 * 1024, maxFiles: 1 },
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'too_large'],
  },
  'DELETE /v1/dealers/:id/branding/logo': {
    summary: 'Removes the logo of a dealer.',
    access: managers,
    params: DealerParams,
    reply: null,
    refuses: ['not_found', 'forbidden'],
  },
  'GET /v1/dealer-logos/:id': {
    summary: 'Returns the logo of an active dealer. It is immutable under its URL.',
    access: 'public',
    params: z.object({ id: z.uuid() }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
  'GET /dealer-specializations': {
    summary: 'Lists the specializations a dealer can have.',
    access: 'public',
    reply: z.array(Specialization),
    publicCache: { area: 'dealers', maxAgeS: 300 },
  },
  'PUT /v1/dealers/:id/dealer-specializations': {
    summary: 'Replaces the specializations of a dealer by the list sent.',
    access: managers,
    params: DealerParams,
    body: z.object({ ids: z.array(Id).max(50, 'You can list at most 50 specializations.') }),
    reply: z.array(Specialization),
    refuses: ['not_found', 'forbidden', 'invalid_fields'],
  },
  'GET /v1/dealers/:id/addresses': {
    summary: 'Lists the addresses of a dealer.',
    access: readers,
    params: DealerParams,
    reply: z.array(Address),
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/addresses': {
    summary: 'Creates an address of a dealer.',
    access: managers,
    params: DealerParams,
    body: AddressFields,
    reply: Address,
    status: 201,
    idempotent: 'accepts',
    refuses: ['not_found', 'forbidden', 'conflict', 'invalid_fields'],
  },
  'PATCH /v1/dealers/:id/addresses/:addressId': {
    summary: 'Updates an address. Addresses set by us cannot be changed.',
    access: managers,
    params: AddressParams,
    body: AddressChange,
    reply: Address,
    refuses: ['not_found', 'forbidden', 'invalid_fields'],
  },
  'DELETE /v1/dealers/:id/addresses/:addressId': {
    summary: 'Deletes an address. Addresses set by us cannot be deleted.',
    access: managers,
    params: AddressParams,
    reply: null,
    refuses: ['not_found', 'forbidden'],
  },
  'GET /v1/dealers/:id/onboarding-progress': {
    summary: 'Lists the six onboarding steps of a dealer and which are done.',
    access: readers,
    params: DealerParams,
    reply: Steps,
    refuses: ['not_found'],
  },
  'PATCH /v1/dealers/:id/onboarding-progress': {
    summary: 'Marks an onboarding step as done, or as not done.',
    access: managers,
    params: DealerParams,
    body: z.object({ step: z.enum(onboardingSteps), done: z.boolean() }),
    reply: Steps,
    refuses: ['not_found', 'forbidden', 'conflict'],
  },
} as const satisfies ContractMap;
