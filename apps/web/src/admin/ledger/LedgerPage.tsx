import { accountKindNames, accountKinds, creditUnits } from '@tuneport/domain/ledger/ledger-accounts';
import { currencyCodes } from '@tuneport/domain/money/money';
import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { LedgerCheck } from './LedgerCheck.tsx';
import { unitName } from './ledger-labels.ts';

export const meta = () => [{ title: pageTitle('Ledger') }];

type Account = RowOf<'GET /v1/admin/ledger/accounts'>;

const nothing = (amount: string) => !/[1-9]/.test(amount);

const columns: readonly Column<Account>[] = [
  {
    id: 'owner',
    label: 'Owner',
    cell: (row) => row.owner_name,
    csv: (row) => row.owner_name,
  },
  { id: 'label', label: 'Account', cell: (row) => row.label, csv: (row) => row.kind },
  {
    id: 'balance',
    label: 'Balance',
    align: 'end',
    cell: (row) => <MoneyText money={{ ...row.balance, currency: unitName(row.unit) }} />,
    csv: (row) => row.balance.amount,
  },
  {
    id: 'pending',
    label: 'Pending',
    align: 'end',
    cell: (row) => (nothing(row.pending.amount) ? '–' : <MoneyText money={row.pending} hideCurrency signed />),
    csv: (row) => row.pending.amount,
    hideBelow: 640,
  },
  {
    id: 'limit',
    label: 'Limit',
    align: 'end',
    cell: (row) => (row.limit ? <MoneyText money={row.limit} hideCurrency /> : '–'),
    csv: (row) => row.limit?.amount ?? '',
    hideBelow: 800,
  },
  { id: 'unit', label: 'Unit', cell: (row) => unitName(row.unit), csv: (row) => row.unit, hideBelow: 1000 },
];

const filters: readonly FilterSpec[] = [
  {
    id: 'kind',
    label: 'Account',
    kind: 'select',
    options: accountKindNames.map((kind) => ({ value: kind, label: accountKinds[kind].label })),
  },
  {
    id: 'unit',
    label: 'Unit',
    kind: 'select',
    options: [...currencyCodes, ...creditUnits].map((unit) => ({ value: unit, label: unitName(unit) })),
  },
];

export default function LedgerPage() {
  return (
    <AdminList
      of="GET /v1/admin/ledger/accounts"
      title="Ledger"
      columns={columns}
      filters={filters}
      headActions={<LedgerCheck />}
      searchLabel="Search by owner"
      rowKey={(row) => row.id}
      rowName={(row) => `${row.label} of ${row.owner_name}, ${unitName(row.unit)}`}
      rowLink={(row) => `/admin/ledger/${row.id}`}
      empty={{
        title: 'Accounts appear here after their first entry.',
        text: 'Every transfer is recorded once, on two sides, and never changed. Open an account to see how its balance is made up.',
      }}
    />
  );
}
