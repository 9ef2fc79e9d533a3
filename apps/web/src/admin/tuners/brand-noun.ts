import type { Noun } from '../record/noun/noun.ts';

export const brandNoun: Noun = {
  path: '/v1/admin/tuner-brands',
  to: '/admin/tuner-brands',
  one: 'tuner brand',
  short: 'brand',
  many: 'Tuner brands',
  write: 'tuners.admin',
  title: (brand) => String(brand.name),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 120 },
    { name: 'slug', label: 'URL slug', kind: 'text', maxLength: 80, hint: 'Lower-case letters, digits and hyphens.' },
    {
      name: 'description',
      label: 'Description',
      kind: 'textarea',
      rows: 3,
      maxLength: 2000,
      optional: true,
      wide: true,
    },
  ],
  deleting: 'A brand that still has tuners is not deleted. The audit log keeps its name.',
};
