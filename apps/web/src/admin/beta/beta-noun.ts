import { articleField } from '../content/content-fields.tsx';
import type { Noun } from '../record/noun/noun.ts';

export const betaNoun: Noun = {
  path: '/v1/admin/beta-programs',
  to: '/admin/beta-programs',
  one: 'beta program',
  short: 'program',
  many: 'Beta programs',
  write: 'beta-programs.write',
  title: (program) => String(program.name),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 120, wide: true },
    { name: 'summary', label: 'Summary', kind: 'textarea', rows: 2, maxLength: 300, optional: true, wide: true },
    articleField('text', 'Description'),
    {
      name: 'terms',
      label: 'Terms',
      kind: 'textarea',
      rows: 6,
      maxLength: 20_000,
      optional: true,
      wide: true,
      hint: 'Participants accept them. They cannot change once the program is published.',
    },
    { name: 'seats', label: 'Places', kind: 'number' },
    {
      name: 'cohort_size',
      label: 'Group size',
      kind: 'number',
      optional: true,
      hint: 'Participants are divided into groups of this size, in the order they join.',
    },
    { name: 'starts_at', label: 'Starts', kind: 'moment', optional: true },
    { name: 'ends_at', label: 'Ends', kind: 'moment', optional: true },
    { name: 'reviewed', label: 'Review applications', kind: 'switch', hint: 'Staff accept or decline each one.' },
    { name: 'waitlist', label: 'Waiting list', kind: 'switch', hint: 'For when all places are taken.' },
    {
      name: 'stop_per_100',
      label: 'Stop rule: incidents per 100 participants',
      kind: 'number',
      optional: true,
      hint: 'Above this, the program is paused automatically. Leave blank for no rule.',
    },
  ],
  blank: { seats: '50' },
  deleting: 'Only a program without participants can be deleted.',
};
