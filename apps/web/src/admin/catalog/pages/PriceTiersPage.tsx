import { amountText } from '@tuneport/domain/money/money-text';
import { pageTitle } from '../../../shell/title.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import { changedColumn, countColumn, idColumn, nameColumn, textColumn } from '../columns.tsx';
import { priceTiers } from '../entities/small.ts';
import { RecordList } from '../RecordList.tsx';
import { mainTierPrice, type Tier, tierCells } from '../tier-cells.ts';

export const meta = () => [{ title: pageTitle('Price tiers') }];

const priceText = (tier: Tier, amount: string | null | undefined) =>
  amount ? `${amountText(amount)} ${mainTierPrice(tier)?.currency}` : null;
const isMain = (tier: Tier, price: Tier['prices'][number]) => price === mainTierPrice(tier);
const columns: readonly Column<Tier>[] = [
  nameColumn(),
  textColumn('baseprice', 'List', (row) => priceText(row, mainTierPrice(row)?.baseprice), {
    align: 'end',
    editable: true,
  }),
  textColumn('dealerprice', 'Dealer', (row) => priceText(row, mainTierPrice(row)?.dealerprice), {
    align: 'end',
    editable: true,
    hideBelow: 640,
  }),
  textColumn(
    'prices',
    'Other currencies',
    (row) =>
      row.prices
        .filter((price) => !isMain(row, price))
        .map(({ baseprice, currency }) => `${amountText(baseprice)} ${currency}`)
        .join(', '),
    { hideBelow: 800 },
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
      edit={tierCells}
      searchLabel="Search name"
      rowName={(row) => row.name}
      empty={{
        title: 'Price tiers appear here once the first one is created.',
        text: 'Tunes in the same tier have the same price.',
      }}
    />
  );
}
