import type { CallReply } from '@tuneport/contract/index';
import { applicationMachine } from '@tuneport/domain/dealers/application-states';
import { currencyCodes } from '@tuneport/domain/money/money';
import { stateLabel, stateOptions } from '@tuneport/domain/states/machine';
import { type ReactNode, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../ui/feedback/Timeline.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Stack } from '../../ui/layout/Layout.tsx';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import type { RowOf } from '../AdminList.tsx';
import { useTierOptions } from '../dealers/tier-options.ts';
import { type RecordDone, RecordList } from '../record/RecordList.tsx';
import { useStep } from '../record/useStep.ts';

type Kind = 'dealer' | 'affiliate';
type Application = CallReply<'GET /v1/admin/dealer-applications/:id'>;
type Row = RowOf<'GET /v1/admin/dealer-applications'>;

const columns: readonly Column<Row>[] = [
  textColumn('name', 'Name'),
  {
    id: 'state',
    label: 'Status',
    cell: (row) => <StateBadge machine={applicationMachine} state={row.state} />,
    csv: (row) => row.state,
  },
  { id: 'user', label: 'Applicant', cell: (row) => row.user.name, csv: (row) => row.user.email, hideBelow: 640 },
  dateColumn('created_at', 'Sent', { hideBelow: 640 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(applicationMachine) },
];

const steps = machineSteps(applicationMachine, {
  review: {},
  ask: { reason: { label: 'What do you want to know? The applicant sees this.', required: true } },
  reject: {
    danger: true,
    confirm: 'The applicant gets an e-mail with your reason.',
    reason: { label: 'Reason', required: true },
  },
});

/** Both kinds of applications use the same shapes and steps; only their paths and the approval differ. */
const callsOf = (kind: Kind) => ({
  list: `GET /v1/admin/${kind}-applications` as 'GET /v1/admin/dealer-applications',
  read: `GET /v1/admin/${kind}-applications/:id` as 'GET /v1/admin/dealer-applications/:id',
  step: (event: 'review' | 'ask' | 'reject') =>
    `POST /v1/admin/${kind}-applications/:id/${event}` as 'POST /v1/admin/dealer-applications/:id/ask',
});

/** Applications to become a partner: a list with the open application beside it. */
export function ApplicationsPage({ kind, title, headActions }: { kind: Kind; title: string; headActions?: ReactNode }) {
  const calls = callsOf(kind);
  const [read] = useState(() => (id: number) => call(callsOf(kind).read, { params: { id } }));
  return (
    <RecordList
      of={calls.list}
      what="application"
      title={title}
      columns={columns}
      filters={filters}
      searchLabel="Search name or applicant"
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      read={read}
      readOnly
      headActions={headActions}
      titleOf={(application) => application.name}
      empty={{
        title: `Applications to become ${kind === 'dealer' ? 'a dealer' : 'an affiliate'} appear here.`,
        text: `Visitors apply at ${kind === 'dealer' ? '/new-dealer' : '/affiliate'}.`,
        first: '',
      }}
      form={(application, done) =>
        application ? <ApplicationRecord key={application.id} kind={kind} opened={application} {...done} /> : null
      }
    />
  );
}

function ApplicationRecord({ kind, opened, onSaved }: RecordDone & { kind: Kind; opened: Application }) {
  const [application, setApplication] = useState(opened);
  const calls = callsOf(kind);
  const reload = async () => {
    setApplication(await call(calls.read, { params: { id: application.id } }));
    onSaved(application.id);
  };
  const take = async (event: 'review' | 'ask' | 'reject', reason: string) => {
    const input = { params: { id: application.id }, ...(event === 'review' ? {} : { body: { reason } }) };
    await call(calls.step(event), { ...input, once: true } as never);
    toast(event === 'review' ? 'In review.' : 'The applicant was notified.');
    await reload();
  };
  const can = Object.fromEntries(application.events.map((event) => [event, true]));
  return (
    <Stack>
      <KeyValue
        rows={[
          ['Status', <StateBadge key="state" machine={applicationMachine} state={application.state} />],
          [
            'Applicant',
            <span key="user">
              <TextLink to={`/admin/users/${application.user.id}`} discover="none">
                {application.user.name}
              </TextLink>{' '}
              {application.user.email}
            </span>,
          ],
          ...application.details.map(({ label, text }) => [label, text] as const),
          ...(application.partner_id === null
            ? []
            : ([
                [
                  'Created',
                  <TextLink key="partner" to={`/admin/${kind}s/${application.partner_id}`} discover="none">
                    {application.name}
                  </TextLink>,
                ],
              ] as const)),
        ]}
      />
      {application.files.length > 0 ? (
        <Card>
          <h3>Documents</h3>
          <ul>
            {application.files.map((file) => (
              <li key={file.id}>
                <a href={`/api/partner-applications/${application.id}/files/${file.id}`}>{file.name}</a>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {can.approve ? (
        kind === 'dealer' ? (
          <ApproveDealer application={application} onApproved={reload} />
        ) : (
          <ApproveAffiliate application={application} onApproved={reload} />
        )
      ) : null}
      <StateActions steps={steps} can={can} run={take} />
      <Timeline
        moments={application.history.map((step, at) => ({
          id: at,
          title: stateLabel(applicationMachine, step.state),
          when: <DateText at={step.at} />,
          body: [step.by, step.reason].filter(Boolean).join(': '),
        }))}
      />
    </Stack>
  );
}

const currencies = currencyCodes.map((code) => ({ value: code, label: code }));
type ApproveProps = { application: Application; onApproved: () => Promise<void> };

type Terms = { slug: string; currency: 'CAD'; credit_limit: string; tier_id: '' | number };

function ApproveDealer({ application, onApproved }: ApproveProps) {
  const tiers = useTierOptions();
  const { busy, problem, send } = useStep(async (body: Terms) => {
    const params = { id: application.id };
    await call('POST /v1/admin/dealer-applications/:id/approve', { params, body, once: true });
    toast('Approved. The applicant manages the new dealer.');
    await onApproved();
  });
  return (
    <form
      noValidate
      aria-label="Approve application"
      onSubmit={(event) =>
        void send((field) => ({
          slug: field('slug'),
          currency: field('currency') as 'CAD',
          credit_limit: field('credit_limit'),
          tier_id: field('tier_id') === '' ? '' : Number(field('tier_id')),
        }))(event)
      }
    >
      <Stack>
        <FormError message={problem.message} />
        <TextField label="URL slug" name="slug" defaultValue={application.suggested_slug} error={problem.errors.slug} />
        <NativeSelect label="Currency" name="currency" options={currencies} defaultValue="CAD" />
        <TextField
          label="Credit limit"
          name="credit_limit"
          inputMode="decimal"
          defaultValue="0"
          error={problem.errors.credit_limit}
        />
        <NativeSelect
          label="Dealer tier"
          name="tier_id"
          options={[{ value: '', label: 'None' }, ...tiers]}
          error={problem.errors.tier_id}
        />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            Approve application
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function ApproveAffiliate({ application, onApproved }: ApproveProps) {
  const { busy, problem, send } = useStep(async (body: { share: string; name: string; currency: 'CAD' }) => {
    const params = { id: application.id };
    await call('POST /v1/admin/affiliate-applications/:id/approve', { params, body, once: true });
    toast('Approved. The affiliate can use its pages now.');
    await onApproved();
  });
  return (
    <form
      noValidate
      aria-label="Approve application"
      onSubmit={(event) =>
        void send((field) => ({
          share: field('share'),
          name: field('name'),
          currency: field('currency') as 'CAD',
        }))(event)
      }
    >
      <Stack>
        <FormError message={problem.message} />
        <TextField label="Name" name="name" defaultValue={application.name} error={problem.errors.name} />
        <TextField
          label="Share of sales"
          name="share"
          inputMode="decimal"
          after="%"
          defaultValue="10"
          error={problem.errors.share}
        />
        <NativeSelect label="Currency" name="currency" options={currencies} defaultValue="CAD" />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            Approve application
          </Button>
        </div>
      </Stack>
    </form>
  );
}
