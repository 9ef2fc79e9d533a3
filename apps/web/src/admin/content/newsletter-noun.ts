import type { Noun } from '../record/noun/noun.ts';
import { articleField } from './content-fields.tsx';

export const newsletterNoun: Noun = {
  path: '/v1/admin/newsletters',
  to: '/admin/newsletters',
  one: 'newsletter',
  many: 'Newsletters',
  write: 'content.write',
  title: (newsletter) => String(newsletter.title),
  fields: [
    {
      name: 'title',
      label: 'Title',
      kind: 'text',
      maxLength: 160,
      wide: true,
      hint: 'Also the subject of the e-mail.',
    },
    {
      name: 'preview',
      label: 'Preview line',
      kind: 'text',
      maxLength: 200,
      optional: true,
      wide: true,
      hint: 'Shown beside the subject in most inboxes.',
    },
    articleField('text', 'Text'),
    { name: 'button_label', label: 'Button label', kind: 'text', maxLength: 60, optional: true },
    {
      name: 'button_url',
      label: 'Button address',
      kind: 'text',
      maxLength: 500,
      optional: true,
      hint: 'A path such as /catalog, or an https address.',
    },
    {
      name: 'slug',
      label: 'URL slug',
      kind: 'text',
      maxLength: 80,
      optional: true,
      hint: 'Leave blank to generate it from the title.',
    },
  ],
  deleting: 'Only a newsletter that was not sent can be deleted.',
};
