-- Vehicles: a make has years and models, a model is built in some of those years, and a vehicle is one engine in one model of
-- one year. Engines and transmissions serve many vehicles. Region lists say where a record is offered.

create table makes (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  logo_file_id uuid references stored_files on delete set null,
  regions smallint[] not null default '{1,2}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
-- "Mini" and "MINI" are one make.
create unique index makes_name on makes (lower(name));

create table seo_texts (
  make_id integer primary key references makes on delete cascade,
  title text not null default '',
  description text not null default '',
  text text not null default '',
  updated_at timestamptz not null default date_trunc('second', now())
);

-- A number with an optional decimal, or the word Series, which stands after all numbers.
create table years (
  id integer generated always as identity primary key,
  make_id integer not null references makes on delete cascade,
  year text not null check (year = 'Series' or year ~ '^\d{1,8}(\.\d{1,4})?$'),
  rank numeric not null generated always as (case when year = 'Series' then -1 else year::numeric end) stored,
  updated_at timestamptz not null default date_trunc('second', now()),
  unique (make_id, year),
  unique (make_id, id)
);

create table models (
  id integer generated always as identity primary key,
  make_id integer not null references makes on delete cascade,
  slug text not null,
  name text not null,
  -- What several models are grouped under in a picker: 320i and 328i are of the 3 Series.
  family text not null default '',
  regions smallint[] not null default '{1,2}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  unique (make_id, slug),
  unique (make_id, id)
);
create unique index models_name on models (make_id, lower(name));

create table model_years (
  year_id integer not null,
  model_id integer not null,
  make_id integer not null,
  primary key (year_id, model_id),
  foreign key (make_id, year_id) references years (make_id, id) on delete cascade,
  foreign key (make_id, model_id) references models (make_id, id) on delete cascade
);
create index model_years_model on model_years (model_id, year_id);

create table engines (
  id integer generated always as identity primary key,
  -- The make whose list it stands in; it may serve models of others.
  make_id integer not null references makes,
  slug text not null,
  name text not null,
  -- Tells apart engines of one name, for example by the years they were built.
  generation text not null default '',
  code text not null default '',
  displacement_l numeric(5, 2),
  cylinders smallint,
  fuel text not null default 'petrol' check (fuel in ('petrol', 'diesel', 'flex', 'cng', 'lpg', 'electric', 'hydrogen', 'other')),
  aspiration text not null default 'natural' check (aspiration in ('natural', 'turbo', 'supercharged', 'twincharged', 'electric')),
  hybrid text not null default 'none' check (hybrid in ('none', 'hybrid', 'plug-in')),
  description text not null default '',
  notes text not null default '',
  staff_notes text not null default '',
  regions smallint[] not null default '{1,2}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  unique (make_id, slug, generation),
  -- What vehicles point at, so that a slug names one engine within a model and year.
  unique (id, slug)
);

create table vehicles (
  id integer generated always as identity primary key,
  year_id integer not null,
  model_id integer not null,
  engine_id integer not null,
  engine_slug text not null,
  vehicle_class text not null default '',
  drive text not null default '',
  regions smallint[] not null default '{1,2}',
  foreign key (year_id, model_id) references model_years (year_id, model_id) on delete cascade,
  foreign key (engine_id, engine_slug) references engines (id, slug) on update cascade on delete cascade,
  unique (year_id, model_id, engine_slug)
);
create index vehicles_engine on vehicles (engine_id, id);

create table transmissions (
  id integer generated always as identity primary key,
  make_id integer not null references makes,
  slug text not null,
  name text not null,
  kind text not null default 'automatic' check (kind in ('manual', 'automatic', 'dual-clutch', 'cvt', 'direct')),
  gears smallint,
  awd boolean not null default false,
  code text not null default '',
  description text not null default '',
  notes text not null default '',
  staff_notes text not null default '',
  regions smallint[] not null default '{1,2}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  unique (make_id, slug)
);

create table engine_transmissions (
  engine_id integer not null references engines on delete cascade,
  transmission_id integer not null references transmissions on delete cascade,
  primary key (engine_id, transmission_id)
);
create index engine_transmissions_transmission on engine_transmissions (transmission_id, engine_id);

-- Which of its engine's transmissions a vehicle was sold with; a vehicle without a row may have any of them.
create table vehicle_transmissions (
  vehicle_id integer not null references vehicles on delete cascade,
  transmission_id integer not null references transmissions on delete cascade,
  primary key (vehicle_id, transmission_id)
);
create index vehicle_transmissions_transmission on vehicle_transmissions (transmission_id, vehicle_id);

-- What a free text is looked up in: one row per model, its make and family in front.
create table model_search (
  model_id integer primary key references models on delete cascade,
  words text not null
);
create index model_search_words on model_search using gin (words gin_trgm_ops);

-- An import of a vehicle table: where it stands, so that one that was killed goes on instead of starting over.
create table vehicle_imports (
  id integer generated always as identity primary key,
  file_name text not null,
  file_sha256 bytea not null,
  region smallint not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  rows_done integer not null default 0,
  rows_total integer,
  report jsonb not null default '{}',
  started_by integer references users on delete set null,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index vehicle_imports_file on vehicle_imports (file_sha256, region, id desc);

create table vehicle_import_skips (
  import_id integer not null references vehicle_imports on delete cascade,
  line integer not null,
  reason text not null,
  primary key (import_id, line)
);
