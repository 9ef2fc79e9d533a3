import { pageTitle } from '../../shell/title.ts';
import { numberColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounPanelList } from '../record/noun/NounList.tsx';
import type { Noun } from '../record/noun/noun.ts';
import { articleField, pictureField } from './content-fields.tsx';

const staffPageNoun: Noun = {
  path: '/v1/admin/staff-pages',
  to: '/admin/staff-pages',
  one: 'staff page',
  many: 'Staff pages',
  write: 'content.write',
  title: (page) => String(page.name),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 120 },
    { name: 'slug', label: 'URL slug', kind: 'text', maxLength: 80, hint: 'The address is /staff/ and this slug.' },
    { name: 'job_title', label: 'Job title', kind: 'text', maxLength: 120, optional: true, wide: true },
    articleField('text', 'About'),
    pictureField('picture_id', 'Portrait'),
  ],
  deleting: 'Their address will show the not-found page. A page with posts cannot be deleted.',
};

const columns: readonly Column<RowOf<'GET /v1/admin/staff-pages'>>[] = [
  textColumn('name', 'Name', { sortable: true }),
  textColumn('job_title', 'Job title', { editable: true }),
  textColumn('slug', 'URL slug', { editable: true, hideBelow: 640 }),
  numberColumn('posts', 'Posts'),
];

export const meta = () => [{ title: pageTitle(staffPageNoun.many) }];

export default function StaffPagesPage() {
  return (
    <NounPanelList
      of="GET /v1/admin/staff-pages"
      noun={staffPageNoun}
      columns={columns}
      searchLabel="Search name, job or slug"
      empty={{ title: 'Staff pages appear here once you add one.', text: 'Authors of blog posts need one.' }}
    />
  );
}
