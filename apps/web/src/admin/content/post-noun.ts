import type { Noun } from '../record/noun/noun.ts';
import { searchOf } from '../record/noun/noun.ts';
import { articleField, pictureField, tagsField } from './content-fields.tsx';

export const postNoun: Noun = {
  path: '/v1/admin/blog-posts',
  to: '/admin/blog-posts',
  one: 'blog post',
  short: 'post',
  many: 'Blog posts',
  write: 'content.write',
  title: (post) => String(post.title),
  fields: [
    { name: 'title', label: 'Title', kind: 'text', maxLength: 160, wide: true },
    {
      name: 'summary',
      label: 'Summary',
      kind: 'textarea',
      rows: 2,
      maxLength: 400,
      wide: true,
      hint: 'Shown in lists, search results and when the post is shared.',
    },
    articleField('text', 'Text'),
    tagsField,
    {
      name: 'author_id',
      label: 'Author',
      kind: 'ref',
      from: 'author',
      search: searchOf('/v1/admin/staff-pages'),
      hint: 'Someone with a staff page.',
    },
    {
      name: 'publish_at',
      label: 'Publish at',
      kind: 'moment',
      optional: true,
      hint: 'Leave blank to keep it a draft. A later time schedules it.',
    },
    {
      name: 'slug',
      label: 'URL slug',
      kind: 'text',
      maxLength: 80,
      optional: true,
      hint: 'Leave blank to generate it from the title.',
    },
    pictureField('cover_id', 'Cover picture'),
  ],
  deleting: 'Its address will show the not-found page. The audit log keeps its text.',
};
