import { saleAmountTypes, saleTypes } from '@tuneport/domain/promotions/sale';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { IdParams, Moment, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';
import { orNone, SettingValues, settingShapes } from './setting-shapes.ts';
import { saleShape } from './settings.ts';

export const settingKinds = [
  'text',
  'long-text',
  'switch',
  'month',
  'choice',
  'currency',
  'currencies',
  'conversion-rates',
  'support-hours',
  'redirects',
] as const;

const SettingsRecord = z.object({
  updated_at: WireDate,
  values: SettingValues,
  groups: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      settings: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          help: z.string(),
          kind: z.enum(settingKinds),
          /** Only a SuperAdmin can change it. */
          superadmin: z.boolean(),
          options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
        }),
      ),
    }),
  ),
});

export const RunState = z.enum(['scheduled', 'running', 'ended']);

const alertLevels = ['info', 'good', 'careful', 'bad'] as const;
const alertAudiences = ['everyone', 'users', 'dealers', 'staff'] as const;

const AlertRecord = z.object({
  id: z.number(),
  text: z.string(),
  level: z.enum(alertLevels),
  audience: z.enum(alertAudiences),
  start: WireDate,
  end: WireDate.nullable(),
  state: RunState,
  created_at: WireDate,
  updated_at: WireDate,
});

const alertFields = {
  text: requiredText('The text', 500),
  level: z.enum(alertLevels, 'Choose an importance.'),
  audience: z.enum(alertAudiences, 'Choose an audience.'),
  end: Moment('The end').nullable(),
};
export const alertRecords = defineNoun({
  path: '/v1/admin/alerts',
  one: 'an alert',
  many: 'alerts',
  read: 'alerts.write',
  write: 'alerts.write',
  row: AlertRecord,
  record: AlertRecord,
  create: z.object({ ...alertFields, start: Moment('The start').optional(), end: alertFields.end.default(null) }),
  change: z.object({ ...alertFields, start: Moment('The start') }).partial(),
  filters: { state: RunState.optional(), audience: z.enum(alertAudiences).optional() },
  idempotent: 'accepts',
  precondition: false,
});

const SaleRecord = z.object({
  ...saleShape,
  /** The code's usage limit and usage count; a null limit means unlimited. */
  uses_max: z.number().nullable(),
  uses: z.number(),
  state: RunState,
  created_at: WireDate,
  updated_at: WireDate,
});

export const saleFields = {
  start: Moment('The start'),
  end: Moment('The end'),
  type: z.enum(saleTypes, 'Choose what the sale applies to.'),
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, { error: 'Enter an amount such as 15 or 12.50.', abort: true })
    .refine((amount) => /[1-9]/.test(amount), 'The amount must be above zero.'),
  amountType: z.enum(saleAmountTypes, 'Choose percent or dollar.'),
  name: requiredText('The name', 100),
  description: z.string().trim().max(500, 'The description can have at most 500 characters.'),
  code: orNone(
    z.string().regex(/^[A-Za-z0-9_-]{3,40}$/, 'A code must have 3 to 40 letters, digits, dashes or underscores.'),
  ),
  countdown: z.boolean(),
  uses_max: z
    .union([z.string().trim(), z.number()])
    .nullable()
    .transform((value) => (value === '' || value === null ? null : Number(value)))
    .pipe(
      z
        .int('Enter a number of uses, such as 100.')
        .min(1, 'A code must have at least one use.')
        .max(1_000_000)
        .nullable(),
    ),
};
export const NewSale = z.object({
  ...saleFields,
  description: saleFields.description.default(''),
  code: saleFields.code.default(null),
  countdown: saleFields.countdown.default(false),
  uses_max: saleFields.uses_max.default(null),
});
export const SaleChange = z.object(saleFields).partial();

/** The four switches, each with its value's schema. */
export const switchShapes = {
  'fz-shortage': settingShapes['fz-shortage'],
  'fz-shortage-month': settingShapes['fz-shortage-month'],
  'fzl-shortage': settingShapes['fzl-shortage'],
  'fzl-shortage-month': settingShapes['fzl-shortage-month'],
} as const;

const StateFilter = PageQuery.extend({ state: RunState.optional() });

export const settingsAdmin = {
  'GET /v1/admin/settings': {
    summary: 'Returns the site settings with their descriptions.',
    access: 'settings.read',
    reply: SettingsRecord,
  },
  'PATCH /v1/admin/settings': {
    summary: 'Updates the given settings; the others stay unchanged.',
    access: 'settings.write',
    body: z.strictObject(settingShapes, 'Unknown setting.').partial(),
    reply: SettingsRecord,
    precondition: true,
    refuses: ['invalid_fields', 'stale_record'],
  },

  'PUT /v1/admin/switch-states/:name': {
    summary: 'Sets a switch: on, off, or the month shown to buyers.',
    access: 'switches.write',
    params: z.object({ name: z.string().max(60) }),
    body: z.object({ value: z.union([z.boolean(), z.string().trim().max(20), z.null()], 'Enter on, off or a month.') }),
    reply: z.object({ name: z.string(), value: z.union([z.boolean(), z.string(), z.null()]) }),
    refuses: ['not_found', 'invalid_fields'],
  },

  ...recordCalls(alertRecords),

  'GET /v1/admin/sales': {
    summary: 'Lists sales, latest start first.',
    access: 'sales.read',
    query: StateFilter.extend({ type: z.enum(saleTypes).optional() }),
    reply: Page(SaleRecord),
  },
  'GET /v1/admin/sales/:id': {
    summary: 'Shows one sale.',
    access: 'sales.read',
    params: IdParams,
    reply: SaleRecord,
    refuses: ['not_found'],
  },
  'POST /v1/admin/sales': {
    summary: 'Creates a sale.',
    access: 'sales.write',
    body: NewSale,
    reply: SaleRecord,
    status: 201,
    refuses: ['invalid_fields'],
  },
  'PATCH /v1/admin/sales/:id': {
    summary: 'Updates a sale.',
    access: 'sales.write',
    params: IdParams,
    body: SaleChange,
    reply: SaleRecord,
    precondition: true,
    refuses: ['not_found', 'invalid_fields', 'stale_record'],
  },
  'DELETE /v1/admin/sales/:id': {
    summary: 'Deletes a sale.',
    access: 'sales.write',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
