import type { CallReply } from '@tuneport/contract/index';
import { pageTitle } from '../../../shell/title.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import { changedColumn, countColumn, idColumn, nameColumn, textColumn } from '../columns.tsx';
import { priceTiers } from '../entities/small.ts';
import { RecordList } from '../RecordList.tsx';

export const meta = () => [{ title: pageTitle('Price tiers') }];

type Row = CallReply<'GET /tune-pricing-tiers'>['data'][number];
const columns: readonly Column<Row>[] = [
  nameColumn(),
  textColumn('prices', 'List', (row) => row.prices.map((price) => `${price.baseprice} ${price.currency}`).join(', ')),
  textColumn(
    'dealer',
    'Dealer',
    (row) =>
      row.prices.flatMap((price) => (price.dealerprice ? [`${price.dealerprice} ${price.currency}`] : [])).join(', '),
    { hideBelow: 640 },
  ),
  countColumn('tune_count', 'Tunes', (row) => row.tune_count),
  changedColumn(),
  idColumn(),
];

export default function PriceTiersPage() {
  return (
    <RecordList
      of="GET /tune-pricing-tiers"
      entity={priceTiers}
      title="Price tiers"
      columns={columns}
      searchLabel="Search name"
      rowName={(row) => row.name}
      empty={{
        title: 'Price tiers appear here once the first one is created.',
        text: 'Tunes in the same tier have the same price.',
      }}
    />
  );
}
