import type { CallReply } from '@tuneport/contract/index';
import {
  holdsPromise,
  RequestState,
  requestedWorkLabel,
  requestStateOptions,
} from '../../features/tuning/request/request-labels.tsx';
import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList } from '../AdminList.tsx';

export const meta = () => [{ title: pageTitle('Tune requests') }];

type Listed = CallReply<'GET /v1/admin/tune-requests'>['data'][number];

const moneyLabels: Readonly<Record<Listed['money'], string>> = {
  none: '',
  estimated: 'Priced',
  held: 'On hold',
  paid: 'Paid',
  part_refunded: 'Partly refunded',
  refunded: 'Refunded',
  moved_out: 'Moved to another request',
  charged_back: 'Charged back',
};

const columns: readonly Column<Listed>[] = [
  { id: 'number', label: 'Number', cell: (request) => request.number, csv: (request) => request.number },
  {
    id: 'vehicle',
    label: 'Vehicle',
    sortable: true,
    cell: (request) => (request.vehicle === '' ? request.file_name : request.vehicle),
    csv: (request) => request.vehicle,
  },
  {
    id: 'tunes',
    label: 'Tunes',
    cell: (request) => requestedWorkLabel(request),
    csv: (request) => requestedWorkLabel(request),
    hideBelow: 1200,
  },
  {
    id: 'state',
    label: 'Status',
    sortable: true,
    group: true,
    cell: (request) => <RequestState state={request.state} money={request.money} />,
    csv: (request) => request.state,
  },
  {
    id: 'money',
    label: 'Money',
    cell: (request) => moneyLabels[request.money],
    csv: (request) => request.money,
    hideBelow: 1200,
  },
  {
    id: 'customer',
    label: 'Customer',
    cell: (request) => request.dealer ?? request.customer,
    csv: (request) => request.customer,
    hideBelow: 800,
  },
  {
    id: 'worker',
    label: 'Assigned to',
    cell: (request) => request.worker ?? '',
    csv: (request) => request.worker ?? '',
    hideBelow: 1000,
  },
  {
    id: 'promised_at',
    label: 'Due',
    sortable: true,
    cell: (request) =>
      request.promised_at && holdsPromise(request.state) ? <DateText at={request.promised_at} show="relative" /> : '',
    csv: (request) => request.promised_at ?? '',
    hideBelow: 1000,
  },
  {
    id: 'created_at',
    label: 'Sent',
    sortable: true,
    cell: (request) => <DateText at={request.created_at} show="relative" />,
    csv: (request) => request.created_at,
  },
];

const filters: readonly FilterSpec[] = [
  { id: 'sent', label: 'Sent', kind: 'range' },
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: [{ value: 'in_work', label: 'In progress' }, ...requestStateOptions],
    many: true,
  },
  {
    id: 'assignee',
    label: 'Assigned to',
    kind: 'select',
    options: [
      { value: 'me', label: 'Me' },
      { value: 'nobody', label: 'Unassigned' },
    ],
  },
];

export default function TuneRequestsPage() {
  return (
    <AdminList
      of="GET /v1/admin/tune-requests"
      title="Tune requests"
      columns={columns}
      filters={filters}
      searchLabel="Search number, vehicle or customer"
      rowKey={(request) => request.id}
      rowName={(request) => request.number}
      rowLink={(request) => `/admin/tune-requests/${request.id}`}
      empty={{ title: 'Files that customers send for tuning appear here.' }}
    />
  );
}
