-- The records that membership hangs on. Money, terms and public entries are added with the store and the partner portals.
create table dealers (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  preferred_display_currency text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
create table dealer_members (
  dealer_id integer not null references dealers on delete cascade,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('manager', 'member')),
  created_at timestamptz not null default now(),
  primary key (dealer_id, user_id)
);
create index dealer_members_user on dealer_members (user_id);

create table tuners (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
create table tuner_members (
  tuner_id integer not null references tuners on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (tuner_id, user_id)
);
create index tuner_members_user on tuner_members (user_id);

create table affiliates (
  id integer generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
create table affiliate_members (
  affiliate_id integer not null references affiliates on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, user_id)
);
create index affiliate_members_user on affiliate_members (user_id);
