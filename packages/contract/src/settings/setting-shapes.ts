import { parseLevels } from '@tuneport/domain/affiliates/levels';
import { currencyCodes } from '@tuneport/domain/money/money';
import { normalVatId, vatCountry } from '@tuneport/domain/places/vat-id';
import { type SupportHours, supportHoursProblems } from '@tuneport/domain/support/support-hours';
import { z } from 'zod';
import { Day, requiredText } from '../shapes.ts';

const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);

/** An empty field means "none", so the form needs no null. */
export const orNone = <S extends z.ZodType<string, string>>(shape: S) =>
  z
    .string()
    .trim()
    .nullable()
    .transform((value) => (value === '' ? null : value))
    .pipe(z.union([z.null(), shape]));

const pattern = (label: string, like: RegExp, example: string) =>
  z.string().max(100).regex(like, `${label} must look like ${example}.`);

const SiteUrl = z
  .url({ protocol: /^https?$/, error: 'Enter a full URL such as https://eu.example.com.' })
  .max(300, 'The URL is too long.');

const Currency = z.enum(currencyCodes as [string, ...string[]], 'Choose a currency from the list.');

const Days = z
  .string()
  .trim()
  .regex(/^[1-9]\d?$/, 'Enter a number of days from 1 to 99.');
const KeptDays = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,3}$/, 'Enter a number of days from 1 to 9999.');
const Rate = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,9})?$/, { error: 'Enter a rate such as 0.7345.', abort: true })
  .refine((rate) => /[1-9]/.test(rate), 'A rate must be above zero.');

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2027-03.');

// Rejects "//" and backslashes, which a browser would interpret as another site.
const LocalPath = z
  .string()
  .trim()
  .max(300, 'The path is too long.')
  .regex(/^\/(?![/\\])[\w\-./~%?=&]*$/, 'Enter a path on this site such as /products/example.');

const unique = (values: readonly string[]) => new Set(values).size === values.length;

const AmountLimit = z
  .string()
  .trim()
  .regex(/^(\d{1,9}(\.\d{1,3})?)?$/, 'Enter an amount such as 2500 or 2500.00.');
const Percent = z
  .string()
  .trim()
  .regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Enter a percentage from 0 to 100.');
const CountLimit = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, 'Enter a whole number such as 25.');

/** The schema of every setting, by name. Labels, descriptions and defaults are in the server's settings area. */
export const settingShapes = {
  company_name: requiredText('The company name', 100),
  company_address: text('The address', 400),
  company_tax_ids: text('The tax numbers', 200),
  company_vat_id: z
    .string()
    .trim()
    .max(40)
    .transform(normalVatId)
    .refine((id) => id === '' || vatCountry(id) !== null, 'Enter a VAT id of an EU country such as DE136695976.'),
  company_phone: text('The phone number', 40),
  company_email: z.union([z.literal(''), z.email('Enter an e-mail address such as name@example.com.').max(254)]),
  dealer_welcome_text: text('The text', 2000),
  tuning_disclaimer: text('The text', 6000),

  region_1_name: requiredText('The name', 60),
  region_1_url: orNone(SiteUrl),
  region_1_prices_include_tax: z.boolean(),
  region_2_name: requiredText('The name', 60),
  region_2_url: orNone(SiteUrl),
  region_2_prices_include_tax: z.boolean(),

  currencies: z
    .array(Currency)
    .min(1, 'The store needs at least one currency.')
    .max(currencyCodes.length)
    .refine(unique, 'Each currency can be listed only once.'),
  default_currency: orNone(Currency),
  conversion_rates: z.object({
    base: Currency,
    rates: z
      .array(z.object({ currency: Currency, rate: Rate, as_of: Day }), 'Rates must be a list.')
      .max(currencyCodes.length)
      .refine((rates) => unique(rates.map((rate) => rate.currency)), 'Each currency can have only one rate.'),
  }),

  payout_holder: z.string().trim().max(70, 'Use at most 70 characters.'),
  payout_account: z
    .string()
    .trim()
    .transform((text) => text.replace(/\s/g, '').toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9-]{0,34}$/, 'Enter an IBAN or an account number.')),
  payout_bic: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/, 'A BIC has 8 or 11 characters.'),
  affiliate_levels: z
    .string()
    .trim()
    .max(500)
    .refine(
      (text) => parseLevels(text) !== null,
      'Enter rising targets with rising shares, such as 500: 7.5, 2000: 10.',
    ),

  refund_limit: AmountLimit,
  goodwill_alone_limit: AmountLimit,
  goodwill_daily_limit: AmountLimit,
  credits_alone_limit: CountLimit,
  credits_daily_limit: CountLimit,

  value_transfer_alone_limit: AmountLimit,
  value_transfer_fee: AmountLimit,
  value_transfer_controller_percent: Percent,
  value_transfer_upgrade_percent: Percent,
  value_transfer_choice_percent: Percent,
  value_transfer_vehicle_percent: Percent,
  value_transfer_vehicle_months: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Enter a number of months, or 0 for no limit.'),
  value_transfer_refunded_percent: Percent,

  low_stock_at: CountLimit,

  rental_days: Days,
  loan_days: Days,

  support_hours: z
    .object({
      opens: z.string().max(5),
      closes: z.string().max(5),
      weekdays: z
        .array(z.number())
        .max(7)
        .refine((days) => unique(days.map(String)), 'Each day can be listed only once.'),
      timeZone: z.string().max(60),
    })
    .superRefine((hours: SupportHours, context) => {
      for (const message of supportHoursProblems(hours)) context.addIssue({ code: 'custom', message });
    }),

  tickets_nav_f: z.boolean(),
  tickets_nav_dd: z.boolean(),
  www_rpa: z.boolean(),
  www_taa: z.boolean(),
  www_immo_off: z.boolean(),
  www_kit_builder: z.boolean(),

  google_analytics_id: orNone(pattern('A Google Analytics ID', /^(G|UA|GT)-[A-Z0-9-]{4,30}$/, 'G-ABC123DEF4')),
  meta_pixel_id: orNone(pattern('A Meta Pixel ID', /^\d{6,20}$/, '123456789012345')),
  ad_conversion_id: orNone(pattern('An ad conversion ID', /^AW-\d{4,20}(\/[\w-]{1,60})?$/, 'AW-123456789')),

  recaptcha_enabled: z.boolean(),
  recaptcha_site_key: orNone(pattern('A site key', /^[\w-]{20,100}$/, 'the key your reCAPTCHA account shows')),

  'fz-shortage': z.boolean(),
  'fz-shortage-month': orNone(Month),
  'fzl-shortage': z.boolean(),
  'fzl-shortage-month': orNone(Month),

  redirects: z
    .array(z.object({ from: LocalPath, to: LocalPath }))
    .max(50, 'There can be at most 50 redirects.')
    .refine((rows) => unique(rows.map((row) => row.from)), 'Each path can be redirected only once.')
    .refine((rows) => rows.every((row) => row.from !== row.to), 'A path cannot redirect to itself.'),

  traffic_raw_days: KeptDays,
  traffic_rollup_days: KeptDays,
  guest_days: KeptDays,

  staff_second_factor: z.enum(['optional', 'required'], 'Choose optional or required.'),
} as const;

export const SettingValues = z.object(settingShapes).meta({ id: 'SettingValues' });
export type SettingName = keyof typeof settingShapes;
