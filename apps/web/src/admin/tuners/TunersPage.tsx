import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { PartnerStateDot, partnerStateFilter } from '../record/partner-state.tsx';

export const meta = () => [{ title: pageTitle('Tuners') }];

type Tuner = RowOf<'GET /v1/admin/tuners'>;
const brandsOf = (tuner: Tuner) => tuner.brands.map(({ name }) => name).join(', ');

const columns: readonly Column<Tuner>[] = [
  { id: 'name', label: 'Name', cell: (tuner) => tuner.name, csv: (tuner) => tuner.name },
  {
    id: 'state',
    label: 'Status',
    cell: (tuner) => <PartnerStateDot state={tuner.state} />,
    csv: (tuner) => tuner.state,
  },
  { id: 'brands', label: 'Brands', cell: (tuner) => brandsOf(tuner) || '–', csv: brandsOf, hideBelow: 640 },
  {
    id: 'share_percent',
    label: 'Share of sales',
    align: 'end',
    cell: (tuner) => `${Number(tuner.share_percent)}%`,
    csv: (tuner) => tuner.share_percent,
  },
  {
    id: 'members',
    label: 'Members',
    align: 'end',
    cell: (tuner) => tuner.members,
    csv: (tuner) => tuner.members,
    hideBelow: 640,
  },
];
const filters = [partnerStateFilter];

export default function TunersPage() {
  return (
    <AdminList
      of="GET /v1/admin/tuners"
      title="Tuners"
      columns={columns}
      filters={filters}
      searchLabel="Search name"
      rowKey={(tuner) => tuner.id}
      rowName={(tuner) => tuner.name}
      rowLink={(tuner) => `/admin/tuners/${tuner.id}`}
      create={{ label: 'New tuner', to: '/admin/tuners/new' }}
      empty={{
        title: 'Tuners appear here once you add one.',
        text: 'A tuner works on requests and earns a share of tune sales.',
      }}
    />
  );
}
