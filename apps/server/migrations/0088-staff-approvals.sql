-- Money or credits that staff want to give above their own limit: another person with the same right decides.
create table staff_approvals (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('goodwill', 'credits')),
  -- Where it comes from or whom it is for: ticket:5, rescue:7, user:3, dealer:4.
  subject text not null,
  -- What is carried out when it is approved, as it was asked for.
  input jsonb not null,
  summary text not null,
  reason text not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  requested_by integer not null references users,
  requested_at timestamptz not null,
  decided_by integer references users,
  decided_at timestamptz,
  decision_note text not null default '',
  check ((state = 'pending') = (decided_by is null) and (state = 'pending') = (decided_at is null)),
  check (decided_by <> requested_by)
);
create index staff_approvals_state on staff_approvals (state, id desc);

-- Staff do not use discounts that they have made or changed themselves.
alter table discount_codes add column changed_by integer references users on delete set null;
alter table sales add column changed_by integer references users on delete set null;
-- A large deal is not published by its author.
alter table dealer_credit_deals add column changed_by integer references users on delete set null;

-- What a person has given today is summed with every grant.
create index ledger_transfers_goodwill on ledger_transfers (actor_id, at) where kind = 'goodwill.granted';
create index tune_credit_codes_given on tune_credit_codes (given_by, created_at) where dealer_id is null;
create index tune_credit_lots_given on tune_credit_lots (given_by, issued_at) where source = 'grant';

-- Whether two users are the same person or members of one firm, in whatever state it is.
create function same_business(one integer, other integer) returns boolean language sql stable as $$
  select one = other
    or exists (select from dealer_members a join dealer_members b using (dealer_id) where a.user_id = one and b.user_id = other)
    or exists (select from tuner_members a join tuner_members b using (tuner_id) where a.user_id = one and b.user_id = other)
    or exists (select from affiliate_members a join affiliate_members b using (affiliate_id) where a.user_id = one and b.user_id = other)
$$;
