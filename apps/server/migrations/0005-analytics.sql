-- What browsers tell about visits. Reports are made from these later; tokens never get in here.
create table page_views (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  visitor bytea not null,
  path text not null,
  referrer text not null default '',
  title text not null default '',
  is_event boolean not null default false,
  screen text not null default '',
  bot smallint,
  query text not null default ''
);
create index page_views_at on page_views using brin (at);

create table client_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  visitor bytea not null,
  name text not null,
  data jsonb not null default '{}'
);
create index client_events_at on client_events using brin (at);

create table client_errors (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  message text not null,
  path text not null,
  user_agent text not null
);

create table tracking_tags (
  tag text primary key,
  -- Discount codes in force for whoever came by this tag, not shown to them.
  hidden_codes text[] not null default '{}',
  created_at timestamptz not null default now()
);
create table tag_hits (
  visitor bytea not null,
  tag text not null,
  first_at timestamptz not null default now(),
  primary key (visitor, tag)
);
create index tag_hits_tag on tag_hits (tag, first_at);
