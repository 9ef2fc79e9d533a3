-- What money needs to know of partners. Balances and credit limits are in the ledger, not here.
alter table dealers
  add column state text not null default 'active' check (state in ('active', 'suspended')),
  -- What the dealer is billed and paid in.
  add column currency text not null default 'CAD',
  -- Billing information: without all three nothing is sold on account.
  add column legal_name text not null default '',
  add column billing_email text not null default '',
  add column billing_address jsonb,
  -- Of the fee for installing a tune, to the dealer who does it.
  add column install_share_percent numeric(5, 2) not null default 100 check (install_share_percent between 0 and 100);

-- The tools a dealer owns, and what installing with one costs there.
create table dealer_tools (
  dealer_id integer not null references dealers on delete cascade,
  tool_id integer not null references tools,
  install_fee_minor bigint not null check (install_fee_minor >= 0),
  primary key (dealer_id, tool_id)
);
create index dealer_tools_tool on dealer_tools (tool_id);

create table tuner_brands (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
-- A brand's members are tuners: its tunes are theirs to work on.
create table tuner_brand_members (
  brand_id integer not null references tuner_brands on delete cascade,
  tuner_id integer not null references tuners on delete cascade,
  created_at timestamptz not null default now(),
  primary key (brand_id, tuner_id)
);
create index tuner_brand_members_tuner on tuner_brand_members (tuner_id);

alter table tuners
  add column state text not null default 'active' check (state in ('active', 'suspended')),
  add column currency text not null default 'CAD',
  -- Of the net price of a tune sold.
  add column share_percent numeric(5, 2) not null default 0 check (share_percent between 0 and 100);

-- Whose work a tune is: the tuner is paid a share of what it sells for.
alter table tunes
  add column tuner_id integer references tuners on delete set null;
create index tunes_tuner on tunes (tuner_id) where tuner_id is not null;

alter table affiliates
  add column state text not null default 'active' check (state in ('active', 'suspended')),
  add column currency text not null default 'CAD',
  add column share_percent numeric(5, 2) not null default 0 check (share_percent between 0 and 100);

create table dealer_credit_deals (
  id integer generated always as identity primary key,
  -- The secret of the link the dealer pays by.
  uuid uuid not null unique default gen_random_uuid(),
  dealer_id integer not null references dealers,
  kind text not null check (kind in ('credit_pack', 'top_up', 'settlement')),
  state text not null default 'draft' check (state in
    ('draft', 'published', 'paid', 'fulfilled', 'part_refunded', 'refunded', 'disputed', 'expired', 'cancelled')),
  title text not null,
  note text not null default '',
  currency text not null,
  price_minor bigint not null check (price_minor > 0),
  -- credit_pack: the tune credits it gives. top_up: what is booked to the dealer beyond the price. settlement: the debt it settles.
  ecu_credits integer not null default 0 check (ecu_credits >= 0),
  tcu_credits integer not null default 0 check (tcu_credits >= 0),
  awd_credits integer not null default 0 check (awd_credits >= 0),
  universal_credits integer not null default 0 check (universal_credits >= 0),
  bonus_minor bigint not null default 0 check (bonus_minor >= 0),
  settles_minor bigint check (settles_minor >= price_minor),
  pay_on_account boolean not null default false,
  expires_at timestamptz,
  published_at timestamptz,
  seen_at timestamptz,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  check (kind <> 'credit_pack' or ecu_credits + tcu_credits + awd_credits + universal_credits > 0),
  check ((kind = 'settlement') = (settles_minor is not null))
);
create index dealer_credit_deals_dealer on dealer_credit_deals (dealer_id, id desc);
create index dealer_credit_deals_state on dealer_credit_deals (state, id desc);
create index dealer_credit_deals_expiry on dealer_credit_deals (expires_at) where state = 'published';

-- The history of a deal is the truth, its state column the cache.
create table dealer_credit_deal_events (
  id bigint generated always as identity primary key,
  deal_id integer not null references dealer_credit_deals,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer,
  reason text not null default '',
  transfer_id bigint
);
create index dealer_credit_deal_events_deal on dealer_credit_deal_events (deal_id, id);
create trigger dealer_credit_deal_events_append_only before update or delete on dealer_credit_deal_events
  for each row execute function refuse_change();
