import type { CallReply } from '@tuneport/contract/index';
import { creditKinds, creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { useState } from 'react';
import { kindNames } from '../../features/credits/credit-labels.ts';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { Timeline } from '../../ui/feedback/Timeline.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField, Ref, RefSearch } from '../../ui/form/form-fields.ts';
import { fromLocalTime } from '../../ui/form/local-time.ts';
import type { FormValues } from '../../ui/form/merge.ts';
import { Stack } from '../../ui/layout/Layout.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import type { RowOf } from '../AdminList.tsx';
import { grantOrRequest } from '../ledger/approvals/request-approval.ts';
import { refFilter } from '../record/noun/noun.ts';
import { type RecordDone, RecordList } from '../record/RecordList.tsx';
import { type RecordPath, type StoredRecord, searchRecords } from '../record/record-calls.ts';
import { useSave } from '../record/useSave.ts';
import { kindOptions, lotStates } from './credit-record-labels.ts';

export const meta = () => [{ title: pageTitle('Tune credits') }];

type Lot = CallReply<'GET /v1/admin/tune-credits/:id'>;
type Listed = RowOf<'GET /v1/admin/tune-credits'>;

const stateDot = (lot: Listed) => <StateDot tone={lotStates[lot.state].tone}>{lotStates[lot.state].label}</StateDot>;

const columns: readonly Column<Listed>[] = [
  { id: 'owner', label: 'Owner', cell: (lot) => lot.owner.name, csv: (lot) => lot.owner.name },
  { id: 'kind', label: 'Kind', cell: (lot) => kindNames[lot.kind], csv: (lot) => lot.kind },
  {
    id: 'left',
    label: 'Remaining',
    align: 'end',
    cell: (lot) => `${lot.left} of ${lot.units}`,
    csv: (lot) => String(lot.left),
  },
  { id: 'state', label: 'Status', cell: stateDot, csv: (lot) => lot.state, hideBelow: 640 },
  { id: 'from', label: 'From', cell: (lot) => lot.from, csv: (lot) => lot.from, hideBelow: 1000 },
  {
    id: 'expires_at',
    label: 'Until',
    cell: (lot) => <DateText at={lot.expires_at} show="date" />,
    csv: (lot) => lot.expires_at,
    hideBelow: 640,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'kind', label: 'Kind', kind: 'select', options: kindOptions },
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: Object.entries(lotStates).map(([value, { label }]) => ({ value, label })),
  },
  refFilter('dealer', 'Dealer', '/v1/admin/dealers'),
];

const read = (id: number) => call('GET /v1/admin/tune-credits/:id', { params: { id } });

export default function CreditsPage() {
  return (
    <RecordList
      of="GET /v1/admin/tune-credits"
      what="credits"
      title="Tune credits"
      columns={columns}
      filters={filters}
      searchLabel="Search customer, dealer or reason"
      rowKey={(lot) => lot.id}
      rowName={(lot) => `${creditsLabel(lot.kind, lot.units)}, ${lot.owner.name}`}
      read={read}
      titleOf={(lot) => creditsLabel(lot.kind, lot.units)}
      empty={{
        title: 'Tune credits appear here once a customer or dealer has some.',
        text: 'Bought by a dealer, claimed with a code, or granted by you.',
        first: 'Grant the first credits',
      }}
      form={(lot, done) => (lot ? <LotRecord opened={lot} {...done} /> : <GrantForm {...done} />)}
    />
  );
}

function LotRecord({ opened, onSaved }: RecordDone & { opened: Lot }) {
  const [lot, setLot] = useState(opened);
  const takeBack = async (_verb: string, reason: string) => {
    const after = await call('POST /v1/admin/tune-credits/:id/take-back', {
      params: { id: lot.id },
      body: { reason },
      once: true,
    });
    setLot(after);
    toast('Revoked. Used credits are not affected.');
    onSaved(lot.id);
  };
  const releaseBuffer = async (purchaseId: number, reason: string) => {
    await call('POST /v1/admin/catalog-purchases/:id/return-credits', {
      params: { id: purchaseId },
      body: { reason },
      once: true,
    });
    setLot(await read(lot.id));
    toast('The credits of this purchase were returned.');
    onSaved(lot.id);
  };
  return (
    <Stack>
      <KeyValue
        rows={[
          ['Owner', lot.owner.name],
          ['Kind', kindNames[lot.kind]],
          ['Remaining', `${lot.left} of ${lot.units}${lot.held > 0 ? `, ${lot.held} held` : ''}`],
          ['Status', stateDot(lot)],
          ['From', lot.from],
          ['Received', <DateText key="received" at={lot.issued_at} />],
          ['Until', <DateText key="until" at={lot.expires_at} />],
        ]}
      />
      {lot.uses.length > 0 ? (
        <Timeline
          moments={lot.uses.map((use, at) => ({
            id: at,
            title: `${use.words}: ${creditsLabel(lot.kind, use.units)}`,
            when: <DateText at={use.at} />,
            body:
              use.purchase_id === null ? null : (
                <StateActions
                  steps={[
                    {
                      verb: 'return',
                      label: 'Return credits',
                      confirm: 'All credits of this purchase are returned to their source, and the purchase ends.',
                      reason: { label: 'Reason', required: true },
                    },
                  ]}
                  can={{ return: true }}
                  run={(_verb, reason) => releaseBuffer(use.purchase_id ?? 0, reason)}
                />
              ),
          }))}
        />
      ) : null}
      <StateActions
        steps={[
          {
            verb: 'take-back',
            label: 'Revoke the rest',
            danger: true,
            confirm: 'The owner loses the credits that are left.',
            reason: { label: 'Reason', required: true },
          },
        ]}
        can={{ 'take-back': lot.left > 0 && lot.source !== 'split' && lot.source !== 'deal' }}
        run={takeBack}
      />
    </Stack>
  );
}

/** What the call takes: the e-mail address of a user, or the slug of a dealer. */
const recipients = new Map<number, string>();
const typedId = 0;
const recipientOf = (ref: Ref | null) => (ref ? (recipients.get(ref.id) ?? '') : '');

/** Users and dealers; dealers have negative ids here, so that both fit into one list. */
const searchRecipients: RefSearch = async (search, signal) => {
  // Not everyone who grants credits may read users; an address can be typed in full.
  const found = (path: RecordPath) =>
    searchRecords(path, { search, page: 1 }, signal).catch(() => ({ data: [] as readonly StoredRecord[] }));
  const [users, dealers] = await Promise.all([found('/v1/admin/users'), found('/v1/admin/dealers')]);
  const isKnown = users.data.some(({ email }) => String(email).toLowerCase() === search.toLowerCase());
  if (search.includes('@')) recipients.set(typedId, search);
  for (const { id, email } of users.data) recipients.set(id, String(email));
  for (const { id, slug } of dealers.data) recipients.set(-id, String(slug));
  return [
    ...dealers.data.map(({ id, name }) => ({ id: -id, name: `${String(name)} (dealer)` })),
    ...users.data.map(({ id, name, email }) => ({ id, name: `${String(name)} <${String(email)}>` })),
    ...(search.includes('@') && !isKnown ? [{ id: typedId, name: search }] : []),
  ];
};

const fields: readonly FormField[] = [
  {
    name: 'recipient',
    label: 'Recipient',
    kind: 'ref',
    search: searchRecipients,
  },
  { name: 'kind', label: 'Kind', kind: 'select', options: kindOptions },
  { name: 'units', label: 'Quantity', kind: 'number' },
  { name: 'reason', label: 'Reason', kind: 'text', maxLength: 500, hint: 'Visible to the recipient.' },
  { name: 'valid_until', label: 'Until', kind: 'datetime-local', optional: true, hint: 'Leave blank for one year.' },
];
const blank: FormValues = { recipient: null, kind: creditKinds[0], units: '1', reason: '', valid_until: '' };

function grantCredits(values: FormValues): Promise<Lot | null> {
  const kind = (values.kind ?? 'ecu') as Lot['kind'];
  const grant = {
    recipient: recipientOf(values.recipient as Ref | null),
    units: Number(values.units),
    reason: String(values.reason ?? ''),
    ...(values.valid_until ? { valid_until: fromLocalTime(String(values.valid_until)) } : {}),
  };
  return grantOrRequest(() => call('POST /v1/admin/tune-credits', { body: { ...grant, kind } as never, once: true }), {
    ...grant,
    kind: 'credits',
    credit_kind: kind,
  } as never);
}

function GrantForm({ onSaved, onDeleted }: RecordDone) {
  const { save, saved } = useSave<Lot | null>(blank, () => ({ values: blank, readAt: '' }), grantCredits);
  return (
    <DetailForm
      fields={fields}
      values={blank}
      readAt=""
      saveLabel="Grant credits"
      save={save}
      onSaved={() => (saved.current ? onSaved(saved.current.id) : onDeleted())}
    />
  );
}
