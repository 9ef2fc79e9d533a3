import type { CallReply } from '@tuneport/contract/index';
import { payoutMachine } from '@tuneport/domain/ledger/payout-states';
import { stateLabel, stateOptions } from '@tuneport/domain/states/machine';
import { useState } from 'react';
import { SaleName, TransferState } from '../../../features/earnings/earnings-labels.tsx';
import { SumTable } from '../../../features/earnings/SumTable.tsx';
import { call } from '../../../platform/api/browser.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Row as Line, Stack } from '../../../ui/layout/Layout.tsx';
import { textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { RowOf } from '../../AdminList.tsx';
import { OwedText } from '../../dealers/OwedText.tsx';
import { type RecordDone, RecordList } from '../../record/RecordList.tsx';
import { useStep } from '../../record/useStep.ts';
import css from '../ledger.module.css';

type Transfer = CallReply<'GET /v1/admin/transfers/:id'>;
type Row = RowOf<'GET /v1/admin/transfers'>;

const partnerKinds: Readonly<Record<Row['to']['kind'], string>> = {
  tuner: 'Tuner',
  dealer: 'Dealer',
  affiliate: 'Affiliate',
};

const columns: readonly Column<Row>[] = [
  textColumn('number', 'Payout'),
  { id: 'to', label: 'To', cell: (row) => row.to.name, csv: (row) => row.to.name },
  { id: 'state', label: 'Status', cell: (row) => <TransferState state={row.state} />, csv: (row) => row.state },
  {
    id: 'kind',
    label: 'Partner',
    cell: (row) => partnerKinds[row.to.kind],
    csv: (row) => row.to.kind,
    hideBelow: 1000,
  },
  {
    id: 'group',
    label: 'Group',
    cell: (row) => row.group?.number ?? '–',
    csv: (row) => row.group?.number ?? '',
    hideBelow: 1000,
  },
  {
    id: 'made_at',
    label: 'Created',
    cell: (row) => <DateText at={row.made_at} show="date" />,
    csv: (row) => row.made_at,
    hideBelow: 640,
  },
  {
    id: 'amount',
    label: 'Amount',
    align: 'end',
    cell: (row) => <MoneyText money={row.amount} />,
    csv: (row) => `${row.amount.amount} ${row.amount.currency}`,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(payoutMachine) },
];
const read = (id: number) => call('GET /v1/admin/transfers/:id', { params: { id } });

export function TransfersList() {
  return (
    <RecordList
      of="GET /v1/admin/transfers"
      what="payout"
      title="Payouts"
      columns={columns}
      filters={filters}
      searchLabel="Search number, partner or reference"
      rowKey={(row) => row.id}
      rowName={(row) => row.number}
      read={read}
      readOnly
      headActions={
        <>
          <ButtonLink to="/admin/payouts?view=groups">Payout groups</ButtonLink>
          <ButtonLink variant="primary" to="/admin/payouts?view=groups&make=1">
            New payout
          </ButtonLink>
        </>
      }
      titleOf={(transfer) => transfer.number}
      empty={{
        title: 'Payouts to tuners, dealers and affiliates appear here.',
        text: 'Create a group to pay everyone with available earnings.',
        first: '',
      }}
      form={(transfer, done) => (transfer ? <TransferRecord key={transfer.id} opened={transfer} {...done} /> : null)}
    />
  );
}

const steps = machineSteps(payoutMachine, {
  approve: {},
  reapprove: {
    confirm:
      'The money goes to the new bank account. Confirm with the partner through another channel that they entered it.',
  },
  send: { confirm: 'Only the state changes here. Send the money with your bank.' },
  confirm: { reason: { label: 'Bank reference', required: false }, confirm: 'The partner gets an e-mail.' },
  net: { confirm: 'What the dealer owes is reduced by this payout. No money is sent.' },
  refuse: { danger: true, reason: { label: 'What did the bank say?', required: true } },
  retry: { confirm: 'Its entries are reserved again.' },
  cancel: { danger: true, reason: { label: 'Reason', required: true }, confirm: 'Its entries become available again.' },
  drop: { danger: true, reason: { label: 'Reason', required: true } },
  return: {
    danger: true,
    reason: { label: 'Reason', required: true },
    confirm: 'The bank sent the money back. Its entries become available again.',
  },
});
const states = {
  approve: 'approved',
  reapprove: 'reapproved',
  send: 'sent',
  confirm: 'settled',
  net: 'netted',
  refuse: 'failed',
  retry: 'approved',
  cancel: 'cancelled',
  drop: 'cancelled',
  return: 'returned',
} as const;

function TransferRecord({ opened, onSaved }: RecordDone & { opened: Transfer }) {
  const [transfer, setTransfer] = useState(opened);
  const run = async (event: keyof typeof states, text: string) => {
    const next = await call('POST /v1/admin/transfers/:id/state', {
      params: { id: transfer.id },
      body: { state: states[event], ...(event === 'confirm' ? { reference: text } : { reason: text }) },
      once: true,
    });
    setTransfer(next);
    toast(`${stateLabel(payoutMachine, next.state)}.`);
    onSaved(next.id);
  };
  return (
    <Stack>
      <KeyValue
        rows={[
          ['Status', <TransferState key="state" state={transfer.state} />],
          [
            'To',
            <TextLink key="to" to={`/admin/${transfer.to.kind}s/${transfer.to.id}`} discover="none">
              {transfer.to.name}
            </TextLink>,
          ],
          ...(/[1-9]/.test(transfer.returned.amount)
            ? [['Returned', <MoneyText key="returned" money={transfer.returned} />] as const]
            : []),
          ['Method', transfer.method],
          ['Reference', transfer.reference],
          ['Created by', transfer.made_by ?? ''],
          ['Approved by', transfer.approved_by ?? ''],
          ...(transfer.owes ? [['The dealer owes', <OwedText key="owes" money={transfer.owes} />] as const] : []),
        ]}
      />
      {transfer.has_bank_account || transfer.state === 'paid' ? null : (
        <Notice tone="careful">This partner has not entered a bank account yet.</Notice>
      )}
      {transfer.account_changed ? (
        <Notice tone="careful" title="The bank account was changed after the approval.">
          Approve the payout again before you send it.
        </Notice>
      ) : null}
      <StateActions
        steps={steps}
        can={Object.fromEntries(transfer.events.map((event) => [event, true]))}
        run={run}
        main="approve"
      />
      {transfer.events.includes('return-part') ? (
        <PartReturn
          key={transfer.returned.amount}
          transfer={transfer}
          onDone={(next) => {
            setTransfer(next);
            onSaved(next.id);
          }}
        />
      ) : null}
      <SumTable
        heads={['Sale', 'Share']}
        lines={transfer.lines.map((line) => ({
          key: line.number,
          what: <SaleName title={line.title} number={line.number} />,
          amount: line.amount,
        }))}
        total={transfer.amount}
      />
      <Timeline
        moments={transfer.history.map((step, at) => ({
          id: at,
          title: stateLabel(payoutMachine, step.state),
          when: <DateText at={step.at} />,
          body: step.reason,
        }))}
      />
    </Stack>
  );
}

/** Records that the bank returned part of a paid payout. */
function PartReturn({ transfer, onDone }: { transfer: Transfer; onDone: (next: Transfer) => void }) {
  const { busy, problem, send } = useStep(async (input: { amount: string; reason: string }) => {
    onDone(
      await call('POST /v1/admin/transfers/:id/state', {
        params: { id: transfer.id },
        body: { state: 'returned', ...input },
        once: true,
      }),
    );
    toast('Partial return recorded.');
  });
  return (
    <details className={css.partReturn}>
      <summary>The bank returned part of this payout</summary>
      <form
        noValidate
        onSubmit={(event) => void send((field) => ({ amount: field('amount'), reason: field('reason') }))(event)}
      >
        <Stack>
          <FormError message={problem.message} errors={problem.errors} />
          <TextField
            label={`Returned amount (${transfer.amount.currency})`}
            name="amount"
            inputMode="decimal"
            error={problem.errors?.amount?.[0]}
            hint="This amount becomes available again. The rest stays paid."
          />
          <TextField label="Reason" name="reason" maxLength={500} error={problem.errors?.reason?.[0]} />
          <Line>
            <Button type="submit" variant="danger" busy={busy}>
              Mark as partly returned
            </Button>
          </Line>
        </Stack>
      </form>
    </details>
  );
}
