-- Value paid for one tune request moves to another one of the same customer, for example after a control unit was replaced.
create table value_transfers (
  id integer generated always as identity primary key,
  state text not null default 'requested' check (state in ('requested', 'approved', 'old_locked', 'new_set', 'awaiting_difference',
    'performed', 'rejected', 'cancelled', 'needs_attention', 'reversed')),
  old_request_id integer not null references tune_requests,
  old_purchase_id integer not null references catalog_purchases,
  -- Null until the customer has sent the new file.
  new_request_id integer references tune_requests,
  new_purchase_id integer references catalog_purchases,
  user_id integer not null references users,
  dealer_id integer references dealers,
  cause text not null check (cause in ('dead_controller', 'upgrade', 'other_vehicle', 'wrong_choice')),
  reason text not null,
  evidence text not null default '',
  evidence_requested_at timestamptz,
  currency text not null,
  -- What was paid, refunded and proposed when the transfer was requested.
  snapshot jsonb not null,
  -- Set by the review.
  value_minor bigint check (value_minor > 0),
  fee_minor bigint,
  -- The price of the new request once the value is reserved for it.
  price_minor bigint check (price_minor > 0),
  hold_id bigint,
  created_by integer not null references users,
  -- False if the customer requested it.
  by_staff boolean not null,
  reviewed_by integer references users,
  reviewed_at timestamptz,
  -- A lock or a requested difference ends then.
  due_at timestamptz,
  performed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  constraint value_transfers_two_requests check (old_request_id <> new_request_id),
  constraint value_transfers_fee check (fee_minor >= 0 and fee_minor < value_minor)
);
-- A request gives its value away once, and gets one at a time.
create unique index value_transfers_old on value_transfers (old_request_id) where state not in ('rejected', 'cancelled', 'reversed');
create unique index value_transfers_new on value_transfers (new_request_id) where state not in ('rejected', 'cancelled', 'reversed');
create index value_transfers_due on value_transfers (due_at) where state in ('old_locked', 'new_set', 'awaiting_difference', 'needs_attention');
create index value_transfers_user on value_transfers (user_id, id desc);
create index value_transfers_of_old on value_transfers (old_request_id, id desc);
create index value_transfers_of_new on value_transfers (new_request_id, id desc) where new_request_id is not null;

create table value_transfer_events (
  id integer generated always as identity primary key,
  transfer_id integer not null references value_transfers,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_kind text not null,
  actor_id integer references users,
  reason text not null default '',
  detail jsonb not null default '{}',
  -- Transfers of the ledger that the step wrote.
  ledger_ids bigint[] not null default '{}'
);
create index value_transfer_events_transfer on value_transfer_events (transfer_id, id);
create trigger value_transfer_events_append_only before update or delete on value_transfer_events
  for each row execute function refuse_change();

alter table catalog_purchases
  -- The transfer whose value pays for it, wholly or in part.
  add column value_transfer_id integer references value_transfers,
  -- What was moved away of it, and the part of that for the work.
  add column moved_minor bigint not null default 0,
  add column moved_net_minor bigint not null default 0,
  add constraint catalog_purchases_moved check (moved_minor between 0 and total_minor and moved_net_minor between 0 and moved_minor);

-- What cannot be used any more: the tune of a request whose value is being moved, or a tool that was traded in.
create table licence_locks (
  id integer generated always as identity primary key,
  request_id integer references tune_requests,
  tool text,
  serial_key text,
  -- 'value-transfer:7' or 'trade-in:3', which alone releases it.
  holder text not null,
  reason text not null,
  locked_at timestamptz not null,
  released_at timestamptz,
  constraint licence_locks_of_one check ((request_id is null) = (serial_key is not null))
);
create unique index licence_locks_request on licence_locks (request_id) where released_at is null;
create index licence_locks_serial on licence_locks (serial_key) where released_at is null;
create unique index licence_locks_holder on licence_locks (holder) where released_at is null;
