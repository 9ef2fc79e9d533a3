import type { CustomField } from '@tuneport/domain/leads/custom-fields';
import { leadLimits } from '@tuneport/domain/leads/limits';
import type { Option } from '../../../ui/form/NativeSelect.tsx';
import type { Noun } from '../../record/noun/noun.ts';
import type { StoredRecord } from '../../record/record-calls.ts';
import { customFormFields, customFormValues } from '../fields/custom-fields.ts';

const consentOptions = [
  { value: 'unknown', label: 'Not asked' },
  { value: 'given', label: 'Agreed to e-mails' },
  { value: 'withdrawn', label: 'Does not want e-mails' },
];

export const contactNoun = (owners: readonly Option[] = [], custom: readonly CustomField[] = []): Noun => ({
  path: '/v1/admin/lead-engine/contacts',
  to: '/admin/lead-engine/contacts',
  newTo: '/admin/lead-engine/contacts/add',
  one: 'contact',
  many: 'Contacts',
  write: 'leads',
  createLabel: 'Add contact',
  title: (contact) => String(contact.name),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: leadLimits.name },
    {
      name: 'organization',
      label: 'Organization',
      kind: 'text',
      maxLength: leadLimits.name,
      optional: true,
      hint: 'An existing name is linked, a new one is added.',
    },
    { name: 'emails', label: 'E-mail addresses', kind: 'textarea', rows: 2, optional: true, hint: 'One per line' },
    { name: 'phones', label: 'Phone numbers', kind: 'textarea', rows: 2, optional: true, hint: 'One per line' },
    { name: 'user', label: 'Owner', kind: 'select', options: owners, placeholder: 'No owner' },
    { name: 'consent', label: 'E-mail consent', kind: 'select', options: consentOptions },
    ...customFormFields(custom),
  ],
  blank: { consent: 'unknown' },
  deleting: 'Notes about the contact are deleted too.',
});

/** Lists as lines, the organization by name. */
export const contactValues = (contact: StoredRecord): Readonly<Record<string, unknown>> => ({
  ...contact,
  organization: (contact.organization as { name: string } | null)?.name ?? '',
  emails: (contact.emails as string[]).join('\n'),
  phones: (contact.phones as string[]).join('\n'),
  ...customFormValues(contact.custom),
});

export const organizationNoun = (owners: readonly Option[] = []): Noun => ({
  path: '/v1/admin/lead-engine/organizations',
  to: '/admin/lead-engine/organizations',
  one: 'organization',
  many: 'Organizations',
  write: 'leads',
  title: (organization) => String(organization.name),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: leadLimits.name },
    { name: 'website', label: 'Website', kind: 'text', maxLength: 200, optional: true },
    { name: 'phone', label: 'Phone', kind: 'tel', maxLength: leadLimits.phone, optional: true },
    { name: 'user', label: 'Owner', kind: 'select', options: owners, placeholder: 'No owner' },
    { name: 'address', label: 'Address', kind: 'textarea', rows: 3, maxLength: 500, optional: true, wide: true },
  ],
  deleting: 'An organization with deals or contacts cannot be deleted.',
});
