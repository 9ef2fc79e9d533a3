-- Tunes and what they need: types, tools, prices, links to each other, dyno runs.

create table tune_type_groups (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);

-- The ten pages under /catalog that show tunes of a kind.
create table catalog_categories (
  slug text primary key,
  name text not null,
  position integer not null,
  title text not null default '',
  description text not null default '',
  text text not null default '',
  updated_at timestamptz not null default date_trunc('second', now())
);
insert into catalog_categories (slug, name, position, title, description, text) values
  ('engine', 'Engine tuning', 1, 'Engine tuning', 'Calibrations for engine control units.', 'A new calibration for the engine control unit: more power, better response, or less fuel. Choose your vehicle to see what it can become.'),
  ('turbo', 'Turbo tuning', 2, 'Turbo tuning', 'Calibrations for turbocharged engines.', 'Turbocharged engines answer best to a new calibration: boost, fuel and ignition are set anew, within what the hardware bears.'),
  ('performance', 'Performance tuning', 3, 'Performance tuning', 'Every calibration made for power.', 'Every stage in one list, from a first step on the stock car to a build with its own hardware.'),
  ('eco', 'Eco tuning', 4, 'Eco tuning', 'Calibrations for fewer stops at the pump.', 'More torque at low revs and a calmer pedal: drive as before and stop for fuel less often.'),
  ('tcu', 'Transmission tuning', 5, 'Transmission tuning', 'Calibrations for transmission control units.', 'Shift points, pressures and torque limits of automatic and dual-clutch transmissions, set for the tuned engine.'),
  ('stage-1', 'Stage 1', 6, 'Stage 1', 'For cars as they left the factory.', 'For a healthy car with stock hardware.'),
  ('stage-2', 'Stage 2', 7, 'Stage 2', 'For cars with intake and exhaust.', 'For cars with a freer intake and exhaust.'),
  ('stage-3', 'Stage 3', 8, 'Stage 3', 'For cars with a larger turbo.', 'For cars with a larger turbo or a supercharger pulley, and the fuel system to feed it.'),
  ('stage-4', 'Stage 4', 9, 'Stage 4', 'For full builds.', 'For built engines. Made together with you.'),
  ('diesel-tuning', 'Diesel tuning', 10, 'Diesel tuning', 'Calibrations for diesel engines.', 'Torque where a diesel lives, and smoke where it belongs: nowhere.');

create table tune_types (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  is_awd boolean not null default false,
  is_dsg boolean not null default false,
  group_id integer references tune_type_groups,
  categories text[] not null default '{}',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
create index tune_types_group on tune_types (group_id);
create index tune_types_categories on tune_types using gin (categories);

create table tune_pricing_tiers (
  id integer generated always as identity primary key,
  name text not null unique,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);

create table tune_pricing_tier_prices (
  tier_id integer not null references tune_pricing_tiers on delete cascade,
  currency text not null,
  base_minor bigint not null check (base_minor >= 0),
  base_addon_minor bigint check (base_addon_minor >= 0),
  dealer_minor bigint check (dealer_minor >= 0),
  dealer_addon_minor bigint check (dealer_addon_minor >= 0),
  primary key (tier_id, currency)
);

create table tools (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  description text not null default '',
  install_fee_minor bigint not null default 0 check (install_fee_minor >= 0),
  rental_fee_minor bigint check (rental_fee_minor >= 0),
  currency text not null,
  is_fz3 boolean not null default false,
  is_fzl boolean not null default false,
  is_benchflash boolean not null default false,
  is_dealer_ownable boolean not null default false,
  is_inhouse boolean not null default false,
  is_rentable boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);

create table tunes (
  id integer generated always as identity primary key,
  slug text not null,
  name text not null,
  part_number text not null default '',
  is_stock boolean not null default false,
  -- An add-on: taken beside a main tune, not instead of it.
  optional boolean not null default false,
  description text not null default '',
  notes text not null default '',
  staff_notes text not null default '',
  horsepower numeric(8, 2),
  horsepower_unit text not null default 'hp',
  torque numeric(8, 2),
  torque_unit text not null default 'lb-ft',
  torque_limit numeric(8, 2),
  torque_limit_unit text not null default 'Nm',
  crank_horsepower numeric(8, 2),
  crank_horsepower_unit text not null default 'hp',
  crank_torque numeric(8, 2),
  crank_torque_unit text not null default 'lb-ft',
  -- Prices come from the tier unless the tune has its own in tune_prices.
  tier_id integer references tune_pricing_tiers,
  cost_minor bigint check (cost_minor >= 0),
  cost_currency text,
  give_split_credits boolean not null default false,
  split_ecu_credit_amt integer not null default 0 check (split_ecu_credit_amt >= 0),
  split_tcu_credit_amt integer not null default 0 check (split_tcu_credit_amt >= 0),
  split_awd_credit_amt integer not null default 0 check (split_awd_credit_amt >= 0),
  split_credit_dealer_text text not null default '',
  position integer not null default 0,
  regions smallint[] not null default '{1,2}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  check (cost_minor is null or cost_currency is not null)
);
create index tunes_slug on tunes (slug);
create unique index tunes_part_number on tunes (part_number) where part_number <> '';
create index tunes_name on tunes using gin (name gin_trgm_ops);
create index tunes_tier on tunes (tier_id);
create index tunes_listed on tunes (position, id) where not is_stock;

create table tune_prices (
  tune_id integer not null references tunes on delete cascade,
  currency text not null,
  base_minor bigint not null check (base_minor >= 0),
  base_addon_minor bigint check (base_addon_minor >= 0),
  dealer_minor bigint check (dealer_minor >= 0),
  dealer_addon_minor bigint check (dealer_addon_minor >= 0),
  primary key (tune_id, currency)
);

create table tune_links (
  tune_id integer not null references tunes on delete cascade,
  other_id integer not null references tunes on delete cascade,
  kind text not null check (kind in ('requires', 'recommended')),
  primary key (tune_id, kind, other_id),
  check (tune_id <> other_id)
);
create index tune_links_other on tune_links (other_id);

create table tune_tune_types (
  tune_id integer not null references tunes on delete cascade,
  tune_type_id integer not null references tune_types,
  primary key (tune_id, tune_type_id)
);
create index tune_tune_types_type on tune_tune_types (tune_type_id, tune_id);

create table tune_tools (
  tune_id integer not null references tunes on delete cascade,
  tool_id integer not null references tools,
  primary key (tune_id, tool_id)
);
create index tune_tools_tool on tune_tools (tool_id, tune_id);

create table engine_tunes (
  engine_id integer not null references engines on delete cascade,
  tune_id integer not null references tunes on delete cascade,
  primary key (engine_id, tune_id)
);
create index engine_tunes_tune on engine_tunes (tune_id, engine_id);

create table transmission_tunes (
  transmission_id integer not null references transmissions on delete cascade,
  tune_id integer not null references tunes on delete cascade,
  primary key (transmission_id, tune_id)
);
create index transmission_tunes_tune on transmission_tunes (tune_id, transmission_id);

-- A non-empty list names the only tools allowed.
create table engine_tool_restrictions (
  engine_id integer not null references engines on delete cascade,
  tool_id integer not null references tools,
  primary key (engine_id, tool_id)
);
create table transmission_tool_restrictions (
  transmission_id integer not null references transmissions on delete cascade,
  tool_id integer not null references tools,
  primary key (transmission_id, tool_id)
);

-- Percent off the base price for callers with that role key; the best single one wins.
create table engine_role_discounts (
  engine_id integer not null references engines on delete cascade,
  key text not null,
  percent numeric(5, 2) not null check (percent > 0 and percent <= 100),
  primary key (engine_id, key)
);
create table transmission_role_discounts (
  transmission_id integer not null references transmissions on delete cascade,
  key text not null,
  percent numeric(5, 2) not null check (percent > 0 and percent <= 100),
  primary key (transmission_id, key)
);

-- One run on the rollers: a column of numbers per quantity, all as long as rpm; null where it was not measured.
create table dyno_csvs (
  id integer generated always as identity primary key,
  tune_id integer not null references tunes on delete cascade,
  label text not null,
  source text not null default 'upload' check (source in ('upload', 'calculated')),
  file_id uuid references stored_files on delete set null,
  position integer not null default 0,
  rpm real[] not null,
  horsepower real[],
  horsepower_unit text not null default 'hp',
  torque real[],
  torque_unit text not null default 'lb-ft',
  torque_limit real[],
  torque_limit_unit text not null default 'Nm',
  crank_horsepower real[],
  crank_horsepower_unit text not null default 'hp',
  crank_torque real[],
  crank_torque_unit text not null default 'lb-ft',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
create index dyno_csvs_tune on dyno_csvs (tune_id, position, id);

-- A guide is for a vehicle path; the one that names most of it is shown.
create table guides (
  id integer generated always as identity primary key,
  make_id integer references makes on delete cascade,
  year_id integer references years on delete cascade,
  model_id integer references models on delete cascade,
  engine_id integer references engines on delete cascade,
  transmission_id integer references transmissions on delete cascade,
  title text not null,
  text text not null default '',
  regions smallint[] not null default '{1,2}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  unique nulls not distinct (make_id, year_id, model_id, engine_id, transmission_id),
  check (make_id is not null or (year_id is null and model_id is null and engine_id is null and transmission_id is null))
);

-- One mail when the vehicle gets its first tune.
create table catalog_subscriptions (
  id integer generated always as identity primary key,
  email citext not null,
  engine_id integer not null references engines on delete cascade,
  vehicle text not null default '',
  region smallint not null,
  token_sha256 bytea not null unique,
  created_at timestamptz not null default now(),
  notified_at timestamptz,
  unique (email, engine_id)
);
create index catalog_subscriptions_waiting on catalog_subscriptions (engine_id) where notified_at is null;

-- What a selection was said to cost, with everything the price was made from, so that it can be replayed.
create table catalog_estimates (
  id bigint generated always as identity primary key,
  hash text not null unique,
  region smallint not null,
  currency text not null,
  total_minor bigint not null,
  user_id integer references users on delete set null,
  dealer_id integer references dealers on delete set null,
  selection jsonb not null,
  derivation jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index catalog_estimates_expires on catalog_estimates (expires_at);

-- A tree of questions whose leaves are things to put into the cart.
create table kit_builder_trees (
  id smallint primary key default 1 check (id = 1),
  tree jsonb not null,
  updated_at timestamptz not null default date_trunc('second', now())
);
