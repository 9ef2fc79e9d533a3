import {
  type CustomFieldName,
  customFieldKinds,
  customFieldRecords,
  customFieldsMax,
  parseCustomFilters,
} from '@tuneport/domain/leads/custom-fields';
import { currencyCodes } from '@tuneport/domain/money/money';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { hiddenCharacter, numberFrom, requiredText, WireDate } from '../shapes.ts';

const Field = z
  .object({
    id: z.number(),
    record: z.enum(customFieldRecords),
    name: z.string(),
    kind: z.enum(customFieldKinds),
    options: z.array(z.string()),
    currency: z.enum(currencyCodes as [string]).nullable(),
    position: z.number(),
    archived: z.boolean(),
    updated_at: WireDate,
  })
  .meta({ id: 'LeadField' });

/** Braces would end a field of a mail template. */
const Name = requiredText('Name', 60)
  .refine((name) => !/[{}]/.test(name), 'A name cannot contain { or }.')
  .refine((name) => !hiddenCharacter.test(name), 'A name cannot contain invisible characters.');
const Options = z
  .union([
    z.array(z.string()),
    z
      .string()
      .max(6_000)
      .transform((text) => text.split('\n')),
  ])
  .transform((list) => [
    ...new Map(
      list
        .map((one) => one.trim())
        .filter(Boolean)
        .map((one) => [one.toLowerCase(), one]),
    ).values(),
  ])
  // Refused as a whole, because the form has one field for all options.
  .refine((list) => list.length <= 50, 'A field can have at most 50 options.')
  .refine((list) => list.every(({ length }) => length <= 80), 'An option can have at most 80 characters.')
  .refine((list) => !list.some((one) => hiddenCharacter.test(one)), 'An option cannot contain invisible characters.');
const changeable = {
  name: Name,
  options: Options,
  position: numberFrom(z.number().int().min(1, 'Enter 1 to 1000.').max(1000, 'Enter 1 to 1000.')),
  archived: z.boolean(),
};

export const leadFieldsNoun = defineNoun({
  path: '/v1/admin/lead-engine/fields',
  one: 'a custom field',
  many: 'custom fields of deals and contacts',
  read: 'leads',
  write: 'leads',
  row: Field,
  record: Field,
  create: z.object({
    ...changeable,
    record: z.enum(customFieldRecords, 'Choose deals or contacts.'),
    kind: z.enum(customFieldKinds, 'Choose a type.'),
    currency: z
      .enum(currencyCodes as [string], 'Choose a currency.')
      .nullable()
      .default(null),
    options: Options.default([]),
    position: changeable.position.optional(),
    archived: z.boolean().default(false),
  }),
  change: z.object(changeable).partial(),
  filters: { record: z.enum(customFieldRecords).optional(), archived: z.enum(['true', 'false']).optional() },
  idempotent: 'accepts',
});

export const leadFields = recordCalls(leadFieldsNoun) satisfies ContractMap;

/** A custom field in a list of names: "custom.3". */
export const CustomFieldKey = z.string().regex(/^custom\.[1-9]\d{0,8}$/) as unknown as z.ZodType<
  CustomFieldName,
  CustomFieldName
>;

/** The values of a record by the ids of their fields. */
export const CustomValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
/** Only the values that change; null removes one. */
export const CustomChange = z
  .record(z.string().regex(/^[1-9]\d{0,8}$/), z.union([z.string().max(2_000), z.number(), z.boolean()]).nullable())
  .refine((values) => Object.keys(values).length <= customFieldsMax, `At most ${customFieldsMax} fields.`);
export const CustomFilters = z
  .string()
  .max(4_000)
  .refine((text) => parseCustomFilters(text) !== null, 'This is not a filter by custom fields.');
