import { leadLimits } from '@tuneport/domain/leads/limits';
import { labelColours } from '@tuneport/domain/leads/pipelines';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Email, Id, IdParams, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';
import { CustomChange, CustomFilters, CustomValues } from './lead-fields.ts';
import { LabelIds, Named, RefOrName } from './lead-shapes.ts';

const Label = z
  .object({
    id: z.number(),
    name: z.string(),
    colour: z.enum(labelColours),
    deals: z.number(),
    contacts: z.number(),
    updated_at: WireDate,
  })
  .meta({ id: 'LeadLabel' });
const labelFields = {
  name: requiredText('Name', leadLimits.labelName),
  colour: z.enum(labelColours, 'Choose one of the colours.'),
};

export const leadLabelsNoun = defineNoun({
  path: '/v1/admin/lead-engine/labels',
  one: 'a label',
  many: 'labels with their colours',
  read: 'leads',
  write: 'leads',
  row: Label,
  record: Label,
  create: z.object({ ...labelFields, colour: labelFields.colour.default('grey') }),
  change: z.object(labelFields).partial(),
  precondition: false,
  calls: ['list', 'create', 'update', 'delete'],
});

const DealLine = z.object({
  id: z.number(),
  title: z.string(),
  status: z.string(),
  stage: z.string(),
  value: WireMoneyShape,
});

export const consents = ['unknown', 'given', 'withdrawn'] as const;
const ContactRow = z
  .object({
    id: z.number(),
    name: z.string(),
    organization: Named.nullable(),
    emails: z.array(z.string()),
    phones: z.array(z.string()),
    user: Named.nullable(),
    labels: z.array(Named.extend({ colour: z.string() })),
    /** Permission to send them offers. */
    consent: z.enum(consents),
    openDeals: z.number(),
    custom: CustomValues,
    created_at: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'LeadContact' });
const ContactRecord = ContactRow.extend({ consentAt: WireDate.nullable(), deals: z.array(DealLine) });
/** A list, or text with one entry per line. */
const listOf = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .union([
      z.array(z.string()),
      z
        .string()
        .max(4_000)
        .transform((text) => text.split(/[\n,;]/).flatMap((line) => line.trim() || [])),
    ])
    .pipe(z.array(item).max(leadLimits.addresses, `Enter at most ${leadLimits.addresses}.`));
const contactFields = {
  name: requiredText('Name', leadLimits.name),
  organization: RefOrName,
  emails: listOf(Email),
  phones: listOf(requiredText('Phone', leadLimits.phone)),
  user: Id.nullable(),
  labels: LabelIds,
  consent: z.enum(consents),
  custom: CustomChange,
};

/** The fields that a bulk edit can set. */
export const ContactBulkChange = z
  .strictObject({ user: contactFields.user, custom: CustomChange, addLabel: Id, removeLabel: Id })
  .partial();

export const leadContactsNoun = defineNoun({
  path: '/v1/admin/lead-engine/contacts',
  one: 'a contact',
  many: 'contacts',
  read: 'leads',
  write: 'leads',
  row: ContactRow,
  record: ContactRecord,
  create: z.object(contactFields).partial().required({ name: true }),
  change: z.object(contactFields).partial(),
  filters: {
    label: Id.optional(),
    organization: Id.optional(),
    owner: Id.optional(),
    duplicates: z.enum(['1']).optional(),
    custom: CustomFilters.optional(),
  },
  precondition: false,
  idempotent: 'accepts',
});

const OrganizationRow = z
  .object({
    id: z.number(),
    name: z.string(),
    website: z.string(),
    phone: z.string(),
    address: z.string(),
    user: Named.nullable(),
    contacts: z.number(),
    openDeals: z.number(),
    created_at: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'LeadOrganization' });
const organizationFields = {
  name: requiredText('Name', leadLimits.name),
  website: z.string().trim().max(200),
  phone: z.string().trim().max(leadLimits.phone),
  address: z.string().trim().max(500),
  user: Id.nullable(),
};

const OrganizationRecord = OrganizationRow.extend({ people: z.array(Named), deals: z.array(DealLine) });

export const leadOrganizationsNoun = defineNoun({
  path: '/v1/admin/lead-engine/organizations',
  one: 'an organization',
  many: 'organizations',
  read: 'leads',
  write: 'leads',
  row: OrganizationRow,
  record: OrganizationRecord,
  create: z.object(organizationFields).partial().required({ name: true }),
  change: z.object(organizationFields).partial(),
  filters: { owner: Id.optional(), duplicates: z.enum(['1']).optional() },
  idempotent: 'accepts',
});

export const leadContacts = {
  ...recordCalls(leadLabelsNoun),
  ...recordCalls(leadContactsNoun),
  ...recordCalls(leadOrganizationsNoun),
  'GET /v1/admin/lead-engine/contacts/:id/duplicates': {
    summary: 'Lists contacts that share an e-mail address, a phone number or the name with this one.',
    access: 'leads',
    params: IdParams,
    reply: z.array(Named.extend({ because: z.string() })),
    refuses: ['not_found'],
  },
  'POST /v1/admin/lead-engine/contacts/:id/merge': {
    summary: 'Merges another contact into this one: its deals, notes and addresses move here.',
    access: 'leads',
    params: IdParams,
    body: z.object({ contactId: Id }),
    reply: ContactRecord,
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/admin/lead-engine/organizations/:id/duplicates': {
    summary: 'Lists organizations that share the name, the website or the phone number with this one.',
    access: 'leads',
    params: IdParams,
    reply: z.array(Named.extend({ because: z.string() })),
    refuses: ['not_found'],
  },
  'POST /v1/admin/lead-engine/organizations/:id/merge': {
    summary: 'Merges another organization into this one: its contacts, deals and opportunities move here.',
    access: 'leads',
    params: IdParams,
    body: z.object({ organizationId: Id }),
    reply: OrganizationRecord,
    refuses: ['not_found', 'invalid_fields'],
  },
} satisfies ContractMap;
