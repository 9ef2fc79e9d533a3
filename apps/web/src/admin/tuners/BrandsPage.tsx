import { pageTitle } from '../../shell/title.ts';
import { dateColumn, numberColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounList } from '../record/noun/NounList.tsx';
import { brandNoun } from './brand-noun.ts';

export const meta = () => [{ title: pageTitle(brandNoun.many) }];

const columns: readonly Column<RowOf<'GET /v1/admin/tuner-brands'>>[] = [
  textColumn('name', 'Name', { sortable: true }),
  textColumn('slug', 'URL slug', { editable: true, hideBelow: 640 }),
  numberColumn('members', 'Tuners'),
  textColumn('description', 'Description', { hideBelow: 800 }),
  dateColumn('created_at', 'Since', { show: 'date', sortable: true, hideBelow: 640 }),
];

export default function BrandsPage() {
  return (
    <NounList
      of="GET /v1/admin/tuner-brands"
      noun={brandNoun}
      columns={columns}
      searchLabel="Search name or slug"
      empty={{
        title: 'Tuner brands appear here once you add one.',
        text: 'Customers see the brand; its tuners do the work.',
      }}
    />
  );
}
