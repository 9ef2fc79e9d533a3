-- One row per setting; the code knows every name, its shape and its default, so an absent row is the default.
create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default date_trunc('second', now())
);

create table sales (
  id integer generated always as identity primary key,
  name text not null,
  description text not null default '',
  type text not null check (type in ('site', 'tunes', 'products')),
  amount numeric(12, 2) not null check (amount > 0),
  amount_type text not null check (amount_type in ('percent', 'dollar')),
  code citext unique,
  countdown boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  check (ends_at > starts_at),
  check (amount_type <> 'percent' or amount <= 100)
);
create index sales_window on sales (starts_at, ends_at);

create table alerts (
  id integer generated always as identity primary key,
  text text not null,
  level text not null check (level in ('info', 'good', 'careful', 'bad')),
  audience text not null check (audience in ('everyone', 'users', 'dealers', 'staff')),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  check (ends_at is null or ends_at > starts_at)
);
