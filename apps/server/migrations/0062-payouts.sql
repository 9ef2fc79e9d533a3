-- Earnings are in the ledger alone: what a sale left on earn.hold and earn.avail of a party. Here is what was paid out of them.
-- The spec calls a payout a transfer, and a run a transfer group.
create table payout_runs (
  id integer generated always as identity primary key,
  state text not null default 'open' check (state in ('open', 'locked', 'approved', 'processing', 'completed', 'partly_failed', 'cancelled')),
  request_key text not null unique,
  currency text not null,
  -- Whom it pays; null is everybody who earns.
  party text check (party in ('tuner', 'dealer', 'affiliate')),
  -- Entries of later sales wait for the next run.
  cut_off timestamptz not null,
  note text not null default '',
  opened_by integer references users on delete set null,
  locked_by integer references users on delete set null,
  approved_by integer references users on delete set null,
  opened_at timestamptz not null,
  ended_at timestamptz,
  updated_at timestamptz not null
);

create table payouts (
  id integer generated always as identity primary key,
  state text not null default 'draft' check (state in ('draft', 'approved', 'sending', 'paid', 'failed', 'cancelled', 'reversed')),
  -- As in the ledger: 'tuner:3'.
  owner text not null check (owner ~ '^(tuner|dealer|affiliate):[1-9][0-9]*$'),
  -- The same wish sent twice is one payout.
  request_key text not null unique,
  run_id integer references payout_runs,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  method text not null default 'Bank transfer',
  -- What the bank calls it.
  reference text not null default '',
  -- How often its entries were taken: once, and once more for each retry.
  tries smallint not null default 1,
  made_by integer references users on delete set null,
  approved_by integer references users on delete set null,
  made_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz not null
);
create index payouts_owner on payouts (owner, id desc);
create index payouts_run on payouts (run_id) where run_id is not null;

-- What a payout pays: sales, or what is taken off for one that was refunded after its share was paid.
create table payout_lines (
  payout_id integer not null references payouts,
  n integer not null check (n >= 1),
  -- The sale, as in the ledger: 'purchase:17'.
  subject text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (payout_id, n),
  unique (payout_id, subject)
);
create index payout_lines_subject on payout_lines (subject);

-- The history of payouts and runs is the truth, their state columns the cache.
create table payout_events (
  id bigint generated always as identity primary key,
  payout_id integer references payouts,
  run_id integer references payout_runs,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer,
  reason text not null default '',
  check (num_nonnulls(payout_id, run_id) = 1)
);
create index payout_events_payout on payout_events (payout_id, id) where payout_id is not null;
create index payout_events_run on payout_events (run_id, id) where run_id is not null;

create trigger payout_events_append_only before update or delete on payout_events
  for each row execute function refuse_change();
create trigger payout_lines_stay before update or delete on payout_lines
  for each row execute function refuse_change();
create function refuse_payout_rewrite() returns trigger language plpgsql as $$
begin
  if (new.owner, new.currency, new.amount_minor, new.run_id, new.made_at)
    is distinct from (old.owner, old.currency, old.amount_minor, old.run_id, old.made_at)
  then
    raise exception 'the sum of a payout is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_sum_stays before update on payouts for each row execute function refuse_payout_rewrite();
