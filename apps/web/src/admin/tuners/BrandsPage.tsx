import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';

export const meta = () => [{ title: pageTitle('Tuner brands') }];

type Brand = RowOf<'GET /v1/admin/tuner-brands'>;

const columns: readonly Column<Brand>[] = [
  { id: 'name', label: 'Name', cell: (brand) => brand.name, csv: (brand) => brand.name },
  { id: 'members', label: 'Tuners', align: 'end', cell: (brand) => brand.members, csv: (brand) => brand.members },
  {
    id: 'description',
    label: 'Description',
    cell: (brand) => brand.description || '–',
    csv: (brand) => brand.description,
    hideBelow: 800,
  },
  {
    id: 'created_at',
    label: 'Since',
    cell: (brand) => <DateText at={brand.created_at} show="date" />,
    csv: (brand) => brand.created_at,
    hideBelow: 640,
  },
];

export default function BrandsPage() {
  return (
    <AdminList
      of="GET /v1/admin/tuner-brands"
      title="Tuner brands"
      columns={columns}
      searchLabel="Search name"
      rowKey={(brand) => brand.id}
      rowName={(brand) => brand.name}
      rowLink={(brand) => `/admin/tuner-brands/${brand.id}`}
      create={{ label: 'New tuner brand', to: '/admin/tuner-brands/new' }}
      empty={{
        title: 'Tuner brands appear here once you add one.',
        text: 'Customers see the brand; its tuners do the work.',
      }}
    />
  );
}
