-- What members of a dealer manage themselves: people, directory entry, notifications, addresses, onboarding.
alter table dealers
  -- The shared limit of what its members may charge to the account or to prepaid money in a calendar month; null is no limit.
  add column spend_limit_minor bigint check (spend_limit_minor >= 0),
  -- Days from a purchase on account until it is due.
  add column payment_days smallint not null default 30 check (payment_days between 0 and 365),
  -- The entry in the public directory.
  add column listed boolean not null default false,
  add column about text not null default '',
  add column website text not null default '',
  add column phone text not null default '',
  add column directory_address jsonb,
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  -- Mails to the billing address beyond those that money needs.
  add column notify_statements boolean not null default true,
  add column notify_payments boolean not null default true,
  add constraint dealers_place check ((latitude is null) = (longitude is null));
create index dealers_listed on dealers (name, id) where listed and state = 'active';
create index dealers_place on dealers (latitude, longitude) where listed and state = 'active';

alter table dealer_members
  -- What this member may charge in a calendar month; null is no limit of their own.
  add column spend_limit_minor bigint check (spend_limit_minor >= 0);

create table dealer_invites (
  id integer generated always as identity primary key,
  dealer_id integer not null references dealers on delete cascade,
  -- SHA-256 of the random id in the link; only the mail contains it.
  token_hash bytea not null unique,
  email citext not null,
  kind text not null check (kind in ('manager', 'member')),
  state text not null default 'sent' check (state in ('sent', 'accepted', 'expired', 'revoked')),
  invited_by integer references users on delete set null,
  accepted_by integer references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  updated_at timestamptz not null default date_trunc('second', now()),
  check ((state = 'sent') = (ended_at is null))
);
create unique index dealer_invites_open on dealer_invites (dealer_id, email) where state = 'sent';
create index dealer_invites_expiry on dealer_invites (expires_at) where state = 'sent';

create table dealer_invite_events (
  id bigint generated always as identity primary key,
  invite_id integer not null references dealer_invites on delete cascade,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer,
  reason text not null default ''
);
create index dealer_invite_events_invite on dealer_invite_events (invite_id, id);

create table dealer_addresses (
  id integer generated always as identity primary key,
  dealer_id integer not null references dealers on delete cascade,
  country_code text not null,
  full_name text not null,
  line1 text not null,
  line2 text not null default '',
  city text not null,
  state text not null default '',
  postal_code text not null default '',
  email text not null default '',
  phone text not null default '',
  -- Set by us: shown and usable, not editable.
  readonly boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index dealer_addresses_dealer on dealer_addresses (dealer_id, id);

create table dealer_specializations (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  position integer not null default 0
);
insert into dealer_specializations (slug, name, position) values
  ('performance', 'Performance tuning', 1),
  ('economy', 'Fuel economy', 2),
  ('diesel', 'Diesel', 3),
  ('transmission', 'Transmission tuning', 4),
  ('all-wheel-drive', 'All-wheel drive', 5),
  ('dyno', 'Dyno on site', 6),
  ('motorsport', 'Motorsport', 7),
  ('trucks', 'Trucks and commercial vehicles', 8),
  ('diagnostics', 'Diagnostics and repair', 9),
  ('remote', 'Remote tuning', 10);
create table dealer_specialization_links (
  dealer_id integer not null references dealers on delete cascade,
  specialization_id integer not null references dealer_specializations,
  primary key (dealer_id, specialization_id)
);
create index dealer_specialization_links_specialization on dealer_specialization_links (specialization_id);

-- Steps that a manager marked as done by hand; the others are read from the dealer's data.
create table dealer_onboarding (
  dealer_id integer not null references dealers on delete cascade,
  step text not null check (step in ('billing', 'address', 'tools', 'specializations', 'member', 'purchase')),
  done_by integer references users on delete set null,
  done_at timestamptz not null,
  primary key (dealer_id, step)
);
