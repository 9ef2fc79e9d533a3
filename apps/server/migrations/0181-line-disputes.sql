-- A partner disputes one line of what it owes or earned. The line is frozen until staff decide.
create table line_disputes (
  id integer generated always as identity primary key,
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected', 'withdrawn')),
  owner text not null check (owner ~ '^(dealer|tuner|affiliate):[1-9][0-9]*$'),
  account text not null check (account in ('owed', 'earning')),
  -- The sale of the line, as the ledger names it.
  subject text not null,
  currency text not null,
  -- The amount of the line when it was disputed.
  amount_minor bigint not null,
  -- Its first message is the reason.
  ticket_id integer not null references tickets,
  opened_by integer not null references users,
  opened_at timestamptz not null,
  ended_at timestamptz,
  decided_by integer references users,
  decision text not null default '',
  -- What was booked in favour of the partner.
  correction_minor bigint check (correction_minor > 0),
  updated_at timestamptz not null default date_trunc('second', now()),
  constraint line_disputes_ended check ((state = 'open') = (ended_at is null)),
  constraint line_disputes_corrected check ((state = 'upheld') = (correction_minor is not null))
);
create unique index line_disputes_open on line_disputes (owner, account, currency, subject) where state = 'open';
create index line_disputes_line on line_disputes (owner, account, currency, subject, id desc);
create index line_disputes_ticket on line_disputes (ticket_id);
create index line_disputes_state on line_disputes (state, id desc);

create table line_dispute_events (
  id integer generated always as identity primary key,
  dispute_id integer not null references line_disputes,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users,
  reason text not null default '',
  -- The ledger transfer that the step wrote.
  transfer_id bigint
);
create index line_dispute_events_dispute on line_dispute_events (dispute_id, id);
create trigger line_dispute_events_append_only before update or delete on line_dispute_events
  for each row execute function refuse_change();

-- A correction above the limit of one person waits for a second one.
alter table staff_approvals drop constraint staff_approvals_kind_check;
alter table staff_approvals add constraint staff_approvals_kind_check
  check (kind in ('goodwill', 'credits', 'correction', 'account-release', 'line-dispute'));
