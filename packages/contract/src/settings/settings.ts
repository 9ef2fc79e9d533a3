import { saleAmountTypes, saleTypes } from '@tuneport/domain/promotions/sale';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { User } from '../identity/identity.ts';
import { WireDate } from '../shapes.ts';

const Alert = z
  .object({ id: z.number(), text: z.string(), level: z.enum(['info', 'good', 'careful', 'bad']) })
  .meta({ id: 'Alert' });

export const saleShape = {
  id: z.number(),
  start: WireDate,
  end: WireDate,
  type: z.enum(saleTypes),
  /** Decimal text: a percentage, or an amount in the default currency. */
  amount: z.string(),
  amountType: z.enum(saleAmountTypes),
  name: z.string(),
  description: z.string(),
  code: z.string().nullable(),
  countdown: z.boolean(),
};
const Sale = z.object(saleShape).meta({ id: 'Sale' });

const SupportHours = z
  .object({ opens: z.string(), closes: z.string(), weekdays: z.array(z.number()), timeZone: z.string() })
  .meta({ id: 'SupportHours' });

const RegionId = z.union([z.literal(1), z.literal(2)]);

/** The settings exposed to every visitor's browser. */
const PublicSettings = z
  .object({
    region: RegionId,
    regions: z.array(z.object({ id: RegionId, name: z.string(), url: z.string().nullable() })),
    currencies: z.array(z.string()),
    /** The currency that visitors see first. */
    default_currency: z.string(),
    /** The currency of the price lists, from which missing prices are converted. */
    price_currency: z.string(),
    /** The prices of this region contain the tax of the customer's country. */
    prices_include_tax: z.boolean(),
    flags: z.object({
      tickets_nav_f: z.boolean(),
      tickets_nav_dd: z.boolean(),
      www_rpa: z.boolean(),
      www_taa: z.boolean(),
      www_immo_off: z.boolean(),
      www_kit_builder: z.boolean(),
    }),
    support_hours: SupportHours,
    tracking: z.object({
      google_analytics_id: z.string().nullable(),
      meta_pixel_id: z.string().nullable(),
      ad_conversion_id: z.string().nullable(),
    }),
    /** Target of login links: our login page, or the start of a login at the identity provider. */
    login_url: z.string(),
    company: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
    redirects: z.array(z.object({ from: z.string(), to: z.string() })),
  })
  .meta({ id: 'PublicSettings' });

const PartnerId = z.object({ id: z.number() });
const SuspendedMemberships = z.object({
  dealers: z.array(z.object({ id: z.number(), slug: z.string(), kind: z.enum(['manager', 'member']) })).readonly(),
  tuners: z.array(PartnerId).readonly(),
  affiliates: z.array(PartnerId).readonly(),
});

/** The part of the global state that depends on the visitor. */
export const PersonalState = z.object({
  user: User.nullable(),
  /** The visitor has a guest session: set for anonymous visitors only. */
  guest: z.object({ email: z.string() }).nullable(),
  /** Staff permissions do not apply to this session until a second factor is verified. */
  second_factor_missing: z.boolean(),
  alerts: z.array(Alert),
  /** The caller's first active dealer, tuner and affiliate. */
  dealer: z
    .object({
      id: z.number(),
      slug: z.string(),
      name: z.string(),
      kind: z.enum(['manager', 'member']),
      preferred_display_currency: z.string().nullable(),
    })
    .nullable(),
  tuner: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
  affiliate: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Memberships in suspended partners, which can only read money records; null if there are none. */
  suspended: SuspendedMemberships.nullable(),
  dealer_onboarding_progress: z.array(z.object({ step: z.string(), done: z.boolean() })).nullable(),
  /** Of the signed-in user, counted up to 100. */
  unread_notifications: z.number(),
  /** Discount codes that apply to the visitor and are shown in the cart. */
  codes: z.array(z.string()),
  /** Codes from a tracking tag: applied but not shown. */
  hcodes: z.array(z.string()),
});
export type PersonalState = z.output<typeof PersonalState>;

const UiState = PersonalState.extend({
  /** Sales that run now or start within 48 hours, ordered by start. */
  sales: z.array(Sale),
  settings: PublicSettings,
}).meta({ id: 'UiState' });

export const settings = {
  'GET /global/v1/ui-state': {
    summary: 'Returns the global state of the visitor: identity, notices and site configuration.',
    access: 'public',
    reply: UiState,
  },
  'GET /switch-states': {
    summary: 'Returns the feature flags.',
    access: 'public',
    reply: z.object({
      'fz-shortage': z.boolean(),
      'fz-shortage-month': z.string().nullable(),
      'fzl-shortage': z.boolean(),
      'fzl-shortage-month': z.string().nullable(),
    }),
    publicCache: { area: 'settings', maxAgeS: 30 },
  },
  'GET /recaptcha-settings': {
    summary: 'Returns whether forms are protected, and the site key.',
    access: 'public',
    reply: z.object({ enabled: z.boolean(), site_key: z.string().nullable(), script_url: z.string().nullable() }),
    publicCache: { area: 'settings', maxAgeS: 60 },
  },
  'GET /alerts': {
    summary: 'Lists the alerts for this caller.',
    access: 'public',
    reply: z.array(Alert),
  },
  'GET /countries': {
    summary: 'Lists countries, with states where an address needs one.',
    access: 'public',
    reply: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        states: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
    publicCache: { area: 'settings', maxAgeS: 86_400 },
  },
  'GET /conversion-rate': {
    summary: 'Returns the conversion rate between two currencies.',
    access: 'public',
    query: z.object({
      currency_from: z.string().trim().toUpperCase().max(10),
      currency_to: z.string().trim().toUpperCase().max(10),
    }),
    reply: z.object({
      currency_from: z.string(),
      currency_to: z.string(),
      /** Decimal text: units of currency_to per unit of currency_from. */
      rate: z.string(),
      /** When the older of the two underlying rates was last set; null if no rate is needed. */
      time: WireDate.nullable(),
    }),
    publicCache: { area: 'settings', maxAgeS: 60 },
    refuses: ['invalid_fields'],
  },
} as const satisfies ContractMap;
