import { subscriberMachine } from '@tuneport/domain/content/newsletter-states';
import { canStep, stateOptions } from '@tuneport/domain/states/machine';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';

type Subscriber = RowOf<'GET /v1/admin/newsletter-subscribers'>;

export const meta = () => [{ title: pageTitle('Newsletter subscribers') }];

const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(subscriberMachine) },
];

const columns: readonly Column<Subscriber>[] = [
  textColumn('email', 'E-mail address', { sortable: true }),
  {
    id: 'state',
    label: 'Status',
    cell: ({ state }) => <StateBadge machine={subscriberMachine} state={state} />,
    csv: ({ state }) => state,
  },
  dateColumn('created_at', 'Requested', { sortable: true, hideBelow: 800 }),
  dateColumn('confirmed_at', 'Confirmed', { sortable: true, hideBelow: 640 }),
];

type Asked = { row: Subscriber; what: 'unsubscribe' | 'delete' };

export default function SubscribersPage() {
  // Another key reads the list again.
  const [version, setVersion] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <AdminList
        key={version}
        of="GET /v1/admin/newsletter-subscribers"
        title="Newsletter subscribers"
        columns={columns}
        filters={filters}
        searchLabel="Search address"
        rowKey={(row) => row.id}
        rowName={(row) => row.email}
        rowActions={(row) => [
          ...(canStep(subscriberMachine, row.state, 'unsubscribe', 'staff')
            ? [{ label: 'Unsubscribe', onSelect: () => setAsked({ row, what: 'unsubscribe' }) }]
            : []),
          { label: 'Delete subscriber', danger: true, onSelect: () => setAsked({ row, what: 'delete' }) },
        ]}
        headActions={(reload) => <AddBounces onChanged={reload} />}
        empty={{
          title: 'Subscribers appear here once someone signs up.',
          text: 'They confirm their address by a link before they get a newsletter.',
        }}
      />
      {asked ? (
        <Question asked={asked} onClose={() => setAsked(null)} onDone={() => setVersion((before) => before + 1)} />
      ) : null}
    </>
  );
}

function Question({ asked, onClose, onDone }: { asked: Asked; onClose: () => void; onDone: () => void }) {
  const { row, what } = asked;
  const run = async () => {
    const params = { id: row.id };
    if (what === 'delete') await call('DELETE /v1/admin/newsletter-subscribers/:id', { params });
    else await call('POST /v1/admin/newsletter-subscribers/:id/unsubscribe', { params });
    toast(what === 'delete' ? `${row.email} was deleted.` : `${row.email} was unsubscribed.`);
    onDone();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={what === 'delete' ? `Delete ${row.email}?` : `Unsubscribe ${row.email}?`}
      confirmLabel={what === 'delete' ? 'Delete subscriber' : 'Unsubscribe'}
      danger
      onConfirm={run}
    >
      {what === 'delete'
        ? 'The address and its history are erased. If it subscribes again, it starts over.'
        : 'The address gets no more newsletters until its owner subscribes again.'}
    </ConfirmDialog>
  );
}

function AddBounces({ onChanged }: { onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const [addresses, setAddresses] = useState('');
  const run = async () => {
    const { recorded, unknown } = await call('POST /v1/admin/newsletter-bounces', { body: { addresses } });
    toast(`${recorded} marked as bounced${unknown > 0 ? `, ${unknown} not subscribed` : ''}.`);
    setAddresses('');
    onChanged();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Record bounces</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Record bounces"
        confirmLabel="Record bounces"
        onConfirm={run}
      >
        <p>Paste the addresses, or the text of returned mails. These addresses get no more newsletters.</p>
        <Textarea
          label="Addresses"
          rows={6}
          maxLength={100_000}
          value={addresses}
          onChange={(event) => setAddresses(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}
