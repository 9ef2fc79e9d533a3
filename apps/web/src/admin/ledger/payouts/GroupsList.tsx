import type { CallReply } from '@tuneport/contract/index';
import type { EarningParty } from '@tuneport/domain/ledger/earnings';
import { payoutRunMachine } from '@tuneport/domain/ledger/payout-states';
import { currencyCodes } from '@tuneport/domain/money/money';
import { stateLabel, stateOptions } from '@tuneport/domain/states/machine';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { GroupState, TransferState } from '../../../features/earnings/earnings-labels.tsx';
import { SumTable } from '../../../features/earnings/SumTable.tsx';
import { call } from '../../../platform/api/browser.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Row as Line, Stack } from '../../../ui/layout/Layout.tsx';
import { textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { RowOf } from '../../AdminList.tsx';
import { type RecordDone, RecordList } from '../../record/RecordList.tsx';
import { useStep } from '../../record/useStep.ts';

type Group = CallReply<'GET /v1/admin/transfer-groups/:id'>;
type Preview = CallReply<'POST /v1/admin/transfers/dry-run'>;
type Row = RowOf<'GET /v1/admin/transfer-groups'>;

const parties = [
  { value: '', label: 'All' },
  { value: 'tuner', label: 'Tuners' },
  { value: 'dealer', label: 'Dealers' },
  { value: 'affiliate', label: 'Affiliates' },
];
const partyLabel = (party: string | null) => parties.find(({ value }) => value === (party ?? ''))?.label ?? '';

const columns: readonly Column<Row>[] = [
  textColumn('number', 'Group'),
  { id: 'state', label: 'Status', cell: (row) => <GroupState state={row.state} />, csv: (row) => row.state },
  {
    id: 'party',
    label: 'Partners',
    cell: (row) => partyLabel(row.party),
    csv: (row) => row.party ?? 'all',
    hideBelow: 640,
  },
  { id: 'transfers', label: 'Payouts', align: 'end', cell: (row) => row.transfers, csv: (row) => row.transfers },
  {
    id: 'opened_at',
    label: 'Opened',
    cell: (row) => <DateText at={row.opened_at} show="date" />,
    csv: (row) => row.opened_at,
    hideBelow: 640,
  },
  {
    id: 'total',
    label: 'Total',
    align: 'end',
    cell: (row) => <MoneyText money={row.total} />,
    csv: (row) => `${row.total.amount} ${row.total.currency}`,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(payoutRunMachine) },
];
const read = (id: number) => call('GET /v1/admin/transfer-groups/:id', { params: { id } });

export function GroupsList() {
  const [params, setParams] = useSearchParams();
  const close = () =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete('make');
      return next;
    });
  return (
    <>
      <RecordList
        of="GET /v1/admin/transfer-groups"
        what="payout group"
        title="Payout groups"
        columns={columns}
        filters={filters}
        rowKey={(row) => row.id}
        rowName={(row) => row.number}
        read={read}
        readOnly
        headActions={
          <>
            <ButtonLink to="/admin/payouts">All payouts</ButtonLink>
            <ButtonLink variant="primary" to="/admin/payouts?view=groups&make=1">
              New group
            </ButtonLink>
          </>
        }
        titleOf={(group) => group.number}
        empty={{
          title: 'Payout groups appear here.',
          text: 'A group pays everyone with enough available earnings.',
          first: '',
        }}
        form={(group, done) => (group ? <GroupRecord key={group.id} opened={group} {...done} /> : null)}
      />
      {params.get('make') === '1' ? <NewGroup onClose={close} /> : null}
    </>
  );
}

const steps = machineSteps(payoutRunMachine, {
  lock: { confirm: 'Amounts are frozen. A colleague then approves the group.' },
  unlock: {},
  approve: { confirm: 'All payouts of the group are approved.' },
  process: { confirm: 'All payouts are marked as sent. Send the bank file to your bank.' },
  retry: { confirm: 'Failed payouts are tried again.' },
  drop: { danger: true, reason: { label: 'Reason', required: true } },
  cancel: { danger: true, reason: { label: 'Reason', required: true }, confirm: 'All entries become available again.' },
});

function GroupRecord({ opened, onSaved }: RecordDone & { opened: Group }) {
  const [group, setGroup] = useState(opened);
  const run = async (event: (typeof steps)[number]['verb'], reason: string) => {
    const params = { id: group.id };
    const next = await call('POST /v1/admin/transfer-groups/:id/step', { params, body: { event, reason }, once: true });
    setGroup(next);
    toast(`${stateLabel(payoutRunMachine, next.state)}.`);
    onSaved(next.id);
  };
  const file = (format: string) => `/api/v1/admin/transfer-groups/${group.id}/file?format=${format}`;
  const hasFile = group.state === 'approved' || group.state === 'processing';
  return (
    <Stack>
      <KeyValue
        rows={[
          ['Status', <GroupState key="state" state={group.state} />],
          ['Partners', partyLabel(group.party)],
          ['Sales up to', <DateText key="cut" at={group.cut_off} show="date" />],
          ['Note', group.note],
        ]}
      />
      <StateActions
        steps={steps}
        can={Object.fromEntries(group.events.map((event) => [event, true]))}
        run={run}
        main="approve"
      />
      {hasFile ? (
        <Line>
          <a href={file('pain.001')}>Bank file (pain.001)</a>
          <a href={file('csv')}>Bank file (CSV)</a>
        </Line>
      ) : null}
      <SumTable
        heads={['Payout', 'Amount']}
        lines={group.members.map((payout) => ({
          key: payout.id,
          what: (
            <>
              <TextLink to={`/admin/payouts?open=${payout.id}`} discover="none">
                {payout.number}
              </TextLink>{' '}
              {payout.to.name} <TransferState state={payout.state} />
              {payout.has_bank_account ? '' : ' (no bank account)'}
              {payout.account_changed ? ' (bank account changed: approve again)' : ''}
            </>
          ),
          amount: payout.amount,
        }))}
        total={group.total}
      />
      <Timeline
        moments={group.history.map((step, at) => ({
          id: at,
          title: stateLabel(payoutRunMachine, step.state as Group['state']),
          when: <DateText at={step.at} />,
          body: [step.by, step.reason].filter(Boolean).join(': '),
        }))}
      />
    </Stack>
  );
}

type Wanted = { currency: 'CAD'; party?: EarningParty; note: string };

/** Shows a preview of the payouts, then creates them. */
function NewGroup({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const { busy, problem, send } = useStep(async (input: Wanted) => {
    if (preview && wanted) {
      const made = await call('POST /v1/admin/transfer-groups', { body: wanted, once: true });
      toast('Payout group created.');
      await navigate(`/admin/payouts?view=groups&open=${made.id}`);
      return;
    }
    const { note: _, ...body } = input;
    setPreview(await call('POST /v1/admin/transfers/dry-run', { body }));
    setWanted(input);
  });
  const paid = preview?.parties.filter((party) => party.problem === '') ?? [];
  return (
    <Dialog open onClose={onClose} locked={busy} title="New payout group">
      <form
        noValidate
        onSubmit={(event) =>
          void send((field) => ({
            currency: field('currency') as 'CAD',
            ...(field('party') === '' ? {} : { party: field('party') as EarningParty }),
            note: field('note'),
          }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} errors={problem.errors} />
          {preview ? (
            <>
              <p>
                Pays <MoneyText money={preview.total} /> for{' '}
                {preview.entries === 1 ? '1 entry' : `${preview.entries} entries`} to{' '}
                {paid.length === 1 ? '1 partner' : `${paid.length} partners`}.
              </p>
              <KeyValue
                rows={preview.parties.map((party) => [
                  party.to.name,
                  <span key={party.to.holder}>
                    <MoneyText money={party.amount} /> {party.problem}
                    {party.problem === '' && !party.has_bank_account ? 'no bank account' : ''}
                  </span>,
                ])}
              />
            </>
          ) : (
            <>
              <NativeSelect
                label="Currency"
                name="currency"
                defaultValue="CAD"
                options={currencyCodes.map((code) => ({ value: code, label: code }))}
              />
              <NativeSelect label="Partners" name="party" options={parties} />
              <TextField label="Note" name="note" maxLength={200} optional hint="Partners see it." />
            </>
          )}
          <Line>
            {preview ? (
              <Button onClick={() => setPreview(null)} disabled={busy}>
                Back
              </Button>
            ) : null}
            <Button type="submit" variant="primary" busy={busy} disabled={preview !== null && paid.length === 0}>
              {preview ? 'Create payouts' : 'Preview payouts'}
            </Button>
          </Line>
        </Stack>
      </form>
    </Dialog>
  );
}
