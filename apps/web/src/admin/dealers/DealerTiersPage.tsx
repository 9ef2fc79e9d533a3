import { pageTitle } from '../../shell/title.ts';
import { numberColumn, percentColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounPanelList } from '../record/noun/NounList.tsx';
import type { Noun } from '../record/noun/noun.ts';

const tierNoun: Noun = {
  path: '/v1/admin/dealer-tiers',
  to: '/admin/dealer-tiers',
  one: 'dealer tier',
  short: 'tier',
  many: 'Dealer tiers',
  write: 'dealers.admin',
  title: (tier) => String(tier.name),
  blank: { tunes_percent: '0', products_percent: '0', position: '0' },
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 60 },
    {
      name: 'tunes_percent',
      label: 'Discount on tunes',
      kind: 'number',
      unit: '%',
      hint: 'Off the list price. Dealers pay the lowest of this, the dealer price and their role discount.',
    },
    { name: 'products_percent', label: 'Discount on store products', kind: 'number', unit: '%' },
    { name: 'position', label: 'Sort order (lowest first)', kind: 'number' },
    {
      name: 'terms',
      label: 'Terms',
      kind: 'textarea',
      rows: 4,
      maxLength: 2000,
      optional: true,
      wide: true,
      hint: 'Dealers of this tier see it in their settings.',
    },
  ],
  deleting: 'A tier that dealers have cannot be deleted.',
};

const columns: readonly Column<RowOf<'GET /v1/admin/dealer-tiers'>>[] = [
  textColumn('name', 'Name', { sortable: true }),
  percentColumn('tunes_percent', 'Tunes', { sortable: true, editable: true }),
  percentColumn('products_percent', 'Store products', { editable: true }),
  numberColumn('dealers', 'Dealers'),
  numberColumn('position', 'Sort order', { sortable: true, hideBelow: 640 }),
];

export const meta = () => [{ title: pageTitle(tierNoun.many) }];

export default function DealerTiersPage() {
  return (
    <NounPanelList
      of="GET /v1/admin/dealer-tiers"
      noun={tierNoun}
      columns={columns}
      searchLabel="Search name or terms"
      empty={{
        title: 'Dealer tiers appear here once you add one.',
        text: 'A tier lowers list prices for its dealers. Assign it on the page of a dealer.',
      }}
    />
  );
}
