-- A limit for one purchase, and whether a purchase above a member's own limits can be approved by a manager.
alter table dealer_members
  add column order_limit_minor bigint check (order_limit_minor >= 0),
  add column needs_approval boolean not null default false;

-- A purchase on account above the limits of a member, which waits for a manager of the dealer.
create table dealer_purchase_approvals (
  id integer generated always as identity primary key,
  dealer_id integer not null references dealers,
  user_id integer not null references users,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'expired', 'withdrawn')),
  -- The tune request that is paid; null for tunes of the catalogue.
  request_id integer references tune_requests,
  estimate_hash text not null,
  -- Everything needed to price and place it again: estimates are deleted after some days.
  input jsonb not null,
  vehicle text not null,
  lines jsonb not null,
  currency text not null,
  total_minor bigint not null check (total_minor > 0),
  note text not null default '' check (length(note) <= 500),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references users,
  reason text not null default '',
  purchase_id integer references catalog_purchases,
  updated_at timestamptz not null default date_trunc('second', now()),
  constraint dealer_purchase_approvals_decided check ((state = 'waiting') = (decided_at is null)),
  constraint dealer_purchase_approvals_placed check ((state = 'approved') = (purchase_id is not null))
);
create unique index dealer_purchase_approvals_selection on dealer_purchase_approvals (dealer_id, user_id, estimate_hash)
  where state = 'waiting' and request_id is null;
create unique index dealer_purchase_approvals_request on dealer_purchase_approvals (request_id) where state = 'waiting';
create index dealer_purchase_approvals_dealer on dealer_purchase_approvals (dealer_id, id desc);
create index dealer_purchase_approvals_user on dealer_purchase_approvals (user_id);
create index dealer_purchase_approvals_due on dealer_purchase_approvals (expires_at) where state = 'waiting';
create index dealer_purchase_approvals_purchase on dealer_purchase_approvals (purchase_id) where purchase_id is not null;
create index dealer_purchase_approvals_decided_by on dealer_purchase_approvals (decided_by) where decided_by is not null;
create index dealer_purchase_approvals_requests on dealer_purchase_approvals (request_id) where request_id is not null;

create table dealer_purchase_approval_events (
  id integer generated always as identity primary key,
  approval_id integer not null references dealer_purchase_approvals,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users,
  reason text not null default ''
);
create index dealer_purchase_approval_events_approval on dealer_purchase_approval_events (approval_id, id);
create trigger dealer_purchase_approval_events_append_only before update or delete on dealer_purchase_approval_events
  for each row execute function refuse_change();
