-- Cars of a user. A car is known by its VIN, its place in the catalogue (by slugs, so a merged engine loses nothing) or both.
create table garage_vehicles (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  vin text,
  make text,
  year text,
  model text,
  engine text,
  transmission text,
  title text not null,
  detail text not null default '',
  path text,
  nickname text not null default '',
  tool text not null default '',
  photo jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint garage_vehicles_identified check (vin is not null or make is not null)
);
create unique index garage_vehicles_vin on garage_vehicles (user_id, vin) where vin is not null;
create index garage_vehicles_user on garage_vehicles (user_id, id);

-- Entries of a vehicle passport: records attached by hand or fixed at a handover, and the owner's own notes.
create table vehicle_records (
  id integer generated always as identity primary key,
  vehicle_id integer not null references garage_vehicles on delete cascade,
  kind text not null check (kind in ('request', 'purchase', 'log', 'ticket', 'note')),
  ref text not null,
  title text not null,
  detail text not null default '',
  at timestamptz not null,
  added_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  unique (vehicle_id, kind, ref)
);
create index vehicle_records_vehicle on vehicle_records (vehicle_id, at desc);
create index vehicle_records_added_by on vehicle_records (added_by);

-- Links that show a part of a passport to anyone until they expire.
create table passport_shares (
  id integer generated always as identity primary key,
  vehicle_id integer not null references garage_vehicles on delete cascade,
  token_hash bytea not null unique,
  kinds text[] not null,
  shows_vin boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_seen_at timestamptz
);
create index passport_shares_vehicle on passport_shares (vehicle_id, id);

-- A car changes hands: the owner gives a code, the new owner enters it, the owner confirms.
create table vehicle_transfers (
  id integer generated always as identity primary key,
  vehicle_id integer not null references garage_vehicles on delete cascade,
  state text not null default 'offered'
    check (state in ('offered', 'claimed', 'completed', 'declined', 'cancelled', 'expired')),
  from_user_id integer not null references users on delete cascade,
  to_user_id integer references users on delete cascade,
  code_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One open handover per car.
create unique index vehicle_transfers_open on vehicle_transfers (vehicle_id) where state in ('offered', 'claimed');
create index vehicle_transfers_from on vehicle_transfers (from_user_id);
create index vehicle_transfers_to on vehicle_transfers (to_user_id);
create index vehicle_transfers_expiry on vehicle_transfers (expires_at) where state in ('offered', 'claimed');
create table vehicle_transfer_events (
  id bigint generated always as identity primary key,
  transfer_id integer not null references vehicle_transfers on delete cascade,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users on delete set null
);
create index vehicle_transfer_events_transfer on vehicle_transfer_events (transfer_id, id);
create index vehicle_transfer_events_actor on vehicle_transfer_events (actor_id);
