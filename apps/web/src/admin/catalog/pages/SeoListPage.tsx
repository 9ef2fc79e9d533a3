import type { CallReply } from '@tuneport/contract/index';
import { pageTitle } from '../../../shell/title.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import { AdminList } from '../../AdminList.tsx';
import { nameColumn, textColumn } from '../columns.tsx';

export const meta = () => [{ title: pageTitle('SEO') }];

type Row = CallReply<'GET /v1/admin/ecu/makes'>['data'][number];
const columns: readonly Column<Row>[] = [
  nameColumn('Make'),
  textColumn('seo_title', 'Title', (row) => row.seo_title),
  textColumn('seo_description', 'Description', (row) => row.seo_description, { hideBelow: 800 }),
];

export default function SeoListPage() {
  return (
    <AdminList
      of="GET /v1/admin/ecu/makes"
      title="SEO"
      columns={columns}
      searchLabel="Search make"
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowLink={(row) => `/admin/catalog/seo/${row.id}`}
      empty={{ title: 'SEO texts appear here, one set per make.' }}
    />
  );
}
