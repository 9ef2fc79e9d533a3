import type { SettingName, SettingValues } from '@tuneport/contract/settings/setting-shapes';
import type { settingKinds } from '@tuneport/contract/settings/settings-admin';
import { defaultLevels } from '@tuneport/domain/affiliates/levels';
import { regionNames } from '@tuneport/domain/places/regions';
import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import type { z } from 'zod';

export type SettingsNow = z.output<typeof SettingValues>;

export const settingGroups = {
  company: 'Company',
  regions: 'Regions',
  money: 'Currencies',
  limits: 'Staff limits',
  transfers: 'Value transfers',
  stock: 'Stock',
  rentals: 'Rentals and loans',
  support: 'Support hours',
  features: 'Features',
  switches: 'Shortage notices',
  tracking: 'Tracking',
  forms: 'Form protection',
  redirects: 'Redirects',
  staff: 'Staff',
} as const;

type Known<N extends SettingName> = {
  readonly group: keyof typeof settingGroups;
  readonly label: string;
  readonly help: string;
  readonly kind: (typeof settingKinds)[number];
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly default: SettingsNow[N];
  /** Limits and security-relevant settings: readable by Admins, changed only by SuperAdmins. */
  readonly superAdmin?: true;
};

const tesla = (model: string) => ({ from: `/tesla/${model}`, to: `/products/tesla-${model}` });

/** All settings; their schemas are in the contract under the same name. A row in the table overrides the default. */
export const knownSettings: { readonly [N in SettingName]: Known<N> } = {
  company_name: {
    group: 'company',
    label: 'Name',
    help: 'Shown in the footer, in e-mails and on invoices.',
    kind: 'text',
    default: 'Tuneport',
  },
  company_address: {
    group: 'company',
    label: 'Address',
    help: 'One line per line of the address.',
    kind: 'long-text',
    default: '',
  },
  company_tax_ids: {
    group: 'company',
    label: 'Tax numbers',
    help: 'One per line, such as a GST number. They are printed on invoices.',
    kind: 'long-text',
    default: '',
  },
  company_vat_id: {
    group: 'company',
    label: 'VAT id',
    help: 'Of an EU country. Printed on invoices; dealers of other EU countries whose VAT id you verified then buy under reverse charge.',
    kind: 'text',
    default: '',
    superAdmin: true,
  },
  company_phone: { group: 'company', label: 'Phone', help: 'Leave blank to hide it.', kind: 'text', default: '' },
  company_email: {
    group: 'company',
    label: 'E-mail',
    help: 'Where customers can reach you.',
    kind: 'text',
    default: '',
  },
  dealer_welcome_text: {
    group: 'company',
    label: 'Dealer welcome text',
    help: 'Shown to new dealers on their first page.',
    kind: 'long-text',
    default: '',
  },
  tuning_disclaimer: {
    group: 'company',
    label: 'Tune disclaimer',
    help: 'Customers accept it with every tune purchase, and again after you change it. Leave blank to skip it.',
    kind: 'long-text',
    default:
      'A tune changes how a car behaves and may void the manufacturer’s warranty. I have the right to have this car modified, and I will only use it where it is legal.',
  },

  region_1_name: {
    group: 'regions',
    label: 'Region 1: name',
    help: 'Shown in the region switch.',
    kind: 'text',
    default: regionNames[1],
  },
  region_1_url: {
    group: 'regions',
    label: 'Region 1: URL',
    help: 'URL of this region’s own site. Leave blank if it uses this one.',
    kind: 'text',
    default: null,
  },
  region_1_prices_include_tax: {
    group: 'regions',
    label: 'Region 1: prices include tax',
    help: 'When off, the taxes of the tax table are added at checkout. Orders keep what applied when they were placed.',
    kind: 'switch',
    default: false,
    superAdmin: true,
  },
  region_2_name: {
    group: 'regions',
    label: 'Region 2: name',
    help: 'Shown in the region switch.',
    kind: 'text',
    default: regionNames[2],
  },
  region_2_url: {
    group: 'regions',
    label: 'Region 2: URL',
    help: 'URL of this region’s own site. Leave blank if it uses this one.',
    kind: 'text',
    default: null,
  },

  region_2_prices_include_tax: {
    group: 'regions',
    label: 'Region 2: prices include tax',
    help: 'When on, prices contain the tax of the customer’s country in the tax table and nothing is added at checkout.',
    kind: 'switch',
    default: true,
    superAdmin: true,
  },

  currencies: {
    group: 'money',
    label: 'Store currencies',
    help: 'Each one needs a conversion rate below.',
    kind: 'currencies',
    default: ['CAD'],
  },
  default_currency: {
    group: 'money',
    label: 'Default currency',
    help: 'Leave blank for CAD in North America and EUR in Europe, or else the first store currency.',
    kind: 'currency',
    default: null,
  },
  conversion_rates: {
    group: 'money',
    label: 'Conversion rates',
    help: 'What one unit of the base currency is worth in each currency, and the date of the rate.',
    kind: 'conversion-rates',
    // Limits are in the base currency, so an exchange rate could raise them in every other currency.
    superAdmin: true,
    default: { base: 'CAD', rates: [] },
  },

  refund_limit: {
    group: 'limits',
    label: 'Refund limit for Admins',
    help: 'In the base currency, per payment. Only a SuperAdmin can refund more. Leave blank for no limit.',
    kind: 'text',
    default: '10000',
    superAdmin: true,
  },
  goodwill_alone_limit: {
    group: 'limits',
    label: 'Goodwill limit without approval',
    help: 'In the base currency, per grant. Larger grants need approval by a second person. Leave blank to require it for every grant.',
    kind: 'text',
    default: '200',
    superAdmin: true,
  },
  goodwill_daily_limit: {
    group: 'limits',
    label: 'Daily goodwill limit per person',
    help: 'In the base currency, per UTC day. Approved grants do not count.',
    kind: 'text',
    default: '1000',
    superAdmin: true,
  },
  credits_alone_limit: {
    group: 'limits',
    label: 'Tune credit limit without approval',
    help: 'Per grant or code. Larger grants need approval by a second person.',
    kind: 'text',
    default: '25',
    superAdmin: true,
  },
  credits_daily_limit: {
    group: 'limits',
    label: 'Daily tune credit limit per person',
    help: 'Granted credits and codes together, per UTC day. Approved grants do not count.',
    kind: 'text',
    default: '100',
    superAdmin: true,
  },

  payout_holder: {
    group: 'money',
    label: 'Payout account holder',
    help: 'The company name in bank files of payouts.',
    kind: 'text',
    default: '',
    superAdmin: true,
  },
  payout_account: {
    group: 'money',
    label: 'Payout account',
    help: 'The IBAN or account number that payouts are paid from.',
    kind: 'text',
    default: '',
    superAdmin: true,
  },
  payout_bic: {
    group: 'money',
    label: 'Payout bank (BIC)',
    help: 'Leave blank if your bank does not need it.',
    kind: 'text',
    default: '',
    superAdmin: true,
  },
  affiliate_levels: {
    group: 'money',
    label: 'Affiliate levels',
    help: 'Net earnings within a year, in the affiliate’s currency, and the share they reach: “500: 7.5, 2000: 10”.',
    kind: 'text',
    default: defaultLevels,
    superAdmin: true,
  },

  value_transfer_alone_limit: {
    group: 'transfers',
    label: 'Limit without a second person',
    help: 'In the base currency, per transfer. Larger values need two staff members. Leave blank to require them for every transfer.',
    kind: 'text',
    default: '500',
    superAdmin: true,
  },
  value_transfer_fee: {
    group: 'transfers',
    label: 'Fee',
    help: 'Proposed fee in the currency of the purchase. Leave blank for none.',
    kind: 'text',
    default: '0',
    superAdmin: true,
  },
  value_transfer_controller_percent: {
    group: 'transfers',
    label: 'Same car, replaced control unit',
    help: 'Percentage of the paid value that can be moved.',
    kind: 'text',
    default: '100',
    superAdmin: true,
  },
  value_transfer_upgrade_percent: {
    group: 'transfers',
    label: 'Same car, other tune',
    help: 'Percentage of the paid value that can be moved.',
    kind: 'text',
    default: '100',
    superAdmin: true,
  },
  value_transfer_choice_percent: {
    group: 'transfers',
    label: 'Wrong tune ordered',
    help: 'Percentage of the paid value that can be moved.',
    kind: 'text',
    default: '100',
    superAdmin: true,
  },
  value_transfer_vehicle_percent: {
    group: 'transfers',
    label: 'Other car',
    help: 'Percentage of the paid value that can be moved.',
    kind: 'text',
    default: '75',
    superAdmin: true,
  },
  value_transfer_vehicle_months: {
    group: 'transfers',
    label: 'Other car: months',
    help: 'Older purchases have no value for another car. Enter 0 for no limit.',
    kind: 'text',
    default: '12',
    superAdmin: true,
  },
  value_transfer_refunded_percent: {
    group: 'transfers',
    label: 'After a refund',
    help: 'Percentage of the remaining value that can be moved if a part was refunded.',
    kind: 'text',
    default: '0',
    superAdmin: true,
  },

  low_stock_at: {
    group: 'stock',
    label: 'Low stock threshold',
    help: 'A location with this many pieces available or fewer counts as low. A product can have its own threshold.',
    kind: 'text',
    default: '3',
  },

  rental_days: {
    group: 'rentals',
    label: 'Rental period (days)',
    help: 'Counted from the shipping date. Current rentals keep their period.',
    kind: 'text',
    default: '7',
  },
  loan_days: {
    group: 'rentals',
    label: 'Loan period (days)',
    help: 'Counted from the shipping date. Loans are free of charge.',
    kind: 'text',
    default: '21',
  },

  support_hours: {
    group: 'support',
    label: 'Hours',
    help: 'The contact widget shows whether support is open and when it opens next. Days in lists, reports and statements, and the times of sales activities, are in this time zone.',
    kind: 'support-hours',
    default: { ...defaultSupportHours, weekdays: [...defaultSupportHours.weekdays] },
  },

  tickets_nav_f: {
    group: 'features',
    label: 'Tickets in the footer',
    help: 'Shows a Tickets entry in the footer.',
    kind: 'switch',
    default: false,
  },
  tickets_nav_dd: {
    group: 'features',
    label: 'Tickets in the user menu',
    help: 'Shows a Tickets entry in the user menu.',
    kind: 'switch',
    default: false,
  },
  www_rpa: {
    group: 'features',
    label: 'Retail prices',
    help: 'Visible to everyone. When off, visitors see "Log in for prices".',
    kind: 'switch',
    default: true,
  },
  www_taa: {
    group: 'tracking',
    label: 'Track without asking for consent',
    help: 'In North America only, and never when the browser asks not to be tracked.',
    kind: 'switch',
    default: false,
  },
  www_immo_off: {
    group: 'features',
    label: 'Hide immobilizer tuning',
    help: 'Removes the page and every link to it.',
    kind: 'switch',
    default: false,
  },
  www_kit_builder: {
    group: 'features',
    label: 'Kit builder',
    help: 'Shows the kit builder and the links to it.',
    kind: 'switch',
    default: false,
  },

  google_analytics_id: {
    group: 'tracking',
    label: 'Google Analytics ID',
    help: 'Loaded only for visitors who agreed.',
    kind: 'text',
    default: null,
  },
  meta_pixel_id: {
    group: 'tracking',
    label: 'Meta Pixel ID',
    help: 'Loaded only for visitors who agreed.',
    kind: 'text',
    default: null,
  },
  ad_conversion_id: {
    group: 'tracking',
    label: 'Ad conversion ID',
    help: 'Attributes purchases to ads, for visitors who agreed.',
    kind: 'text',
    default: null,
  },

  traffic_raw_days: {
    group: 'tracking',
    label: 'Keep single visits (days)',
    help: 'After that only daily totals remain.',
    kind: 'text',
    default: '90',
  },
  traffic_rollup_days: {
    group: 'tracking',
    label: 'Keep daily totals (days)',
    help: 'Web traffic reports reach back this far.',
    kind: 'text',
    default: '3650',
  },
  guest_days: {
    group: 'tracking',
    label: 'Keep guests without a purchase (days)',
    help: 'Counted from their last visit and the last message about their requests. After that their e-mail address, requests and files are removed.',
    kind: 'text',
    default: '90',
  },

  recaptcha_enabled: {
    group: 'forms',
    label: 'Protect public forms with reCAPTCHA',
    help: 'Needs RECAPTCHA_SECRET on the server. Rate limits apply in any case.',
    kind: 'switch',
    default: false,
    superAdmin: true,
  },
  recaptcha_site_key: {
    group: 'forms',
    label: 'Site key',
    help: 'Public site key of your reCAPTCHA account.',
    kind: 'text',
    default: null,
    superAdmin: true,
  },

  'fz-shortage': {
    group: 'switches',
    label: 'FlashZilla shortage',
    help: 'Tells buyers that the tool ships later.',
    kind: 'switch',
    default: false,
  },
  'fz-shortage-month': {
    group: 'switches',
    label: 'FlashZilla back in stock',
    help: 'The month shown to buyers.',
    kind: 'month',
    default: null,
  },
  'fzl-shortage': {
    group: 'switches',
    label: 'FlashZilla Lite shortage',
    help: 'Tells buyers that the tool ships later.',
    kind: 'switch',
    default: false,
  },
  'fzl-shortage-month': {
    group: 'switches',
    label: 'FlashZilla Lite back in stock',
    help: 'The month shown to buyers.',
    kind: 'month',
    default: null,
  },

  redirects: {
    group: 'redirects',
    label: 'Redirects',
    help: 'A path on this site and its destination.',
    kind: 'redirects',
    default: [tesla('model-s'), tesla('model-3'), tesla('model-y')],
  },

  staff_second_factor: {
    group: 'staff',
    label: 'Second factor for staff',
    help: 'When required, staff rights apply only after a login with a passkey or an authenticator code.',
    kind: 'choice',
    options: [
      { value: 'optional', label: 'Optional' },
      { value: 'required', label: 'Required' },
    ],
    default: 'required',
    superAdmin: true,
  },
};

export const settingNames = Object.keys(knownSettings) as readonly SettingName[];
export const settingsOfAdmins = settingNames.filter((name) => knownSettings[name].superAdmin !== true);

export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => [name, knownSettings[name].default]),
) as SettingsNow;
