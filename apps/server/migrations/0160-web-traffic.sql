-- Raw page views by month: an expired month is dropped as a whole. The task that folds them creates the months ahead;
-- a view of a month without a table goes to the default partition.
alter table page_views rename to page_views_unpartitioned;
alter index page_views_at rename to page_views_unpartitioned_at;
create table page_views (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  visitor bytea not null,
  path text not null,
  referrer text not null default '',
  title text not null default '',
  is_event boolean not null default false,
  screen text not null default '',
  bot smallint,
  query text not null default '',
  -- The id is of a cookie the visitor agreed to; otherwise it is a hash that changes every day.
  is_known boolean not null default false,
  device text not null default '',
  browser text not null default '',
  os text not null default '',
  language text not null default '',
  country text not null default ''
) partition by range (at);
create table page_views_default partition of page_views default;
create index page_views_id on page_views (id);
create index page_views_at on page_views using brin (at);
insert into page_views (at, visitor, path, referrer, title, is_event, screen, bot, query)
  select at, visitor, path, referrer, title, is_event, screen, bot, query from page_views_unpartitioned order by id;
drop table page_views_unpartitioned;

-- A visit is a series of views by one visitor without a gap of 30 minutes. Bots have none.
create table web_visits (
  id bigint generated always as identity,
  started_at timestamptz not null,
  last_at timestamptz not null,
  visitor bytea not null,
  is_known boolean not null,
  is_new boolean not null,
  views integer not null,
  events integer not null,
  entry text not null,
  exit text not null,
  source text not null,
  medium text not null,
  campaign text not null,
  -- The source of the visitor's first visit, as far as we know it.
  first_source text not null,
  first_medium text not null,
  first_campaign text not null,
  country text not null,
  language text not null,
  device text not null,
  browser text not null,
  os text not null,
  -- Furthest step on the way to an order: 0 none, 1 catalogue or product, 2 cart, 3 checkout.
  step smallint not null
) partition by range (started_at);
create table web_visits_default partition of web_visits default;
create index web_visits_visitor on web_visits (visitor, last_at desc);
create index web_visits_started on web_visits (started_at, id);

-- Visitors who agreed to a cookie. For all others the first visit of the day is the first.
create table web_visitors (
  visitor bytea primary key,
  first_at timestamptz not null,
  last_at timestamptz not null,
  source text not null,
  medium text not null,
  campaign text not null
);

create table traffic_values (
  id integer generated always as identity primary key,
  dimension smallint not null,
  value text not null,
  unique (dimension, value)
);
-- Totals by UTC day and value. The values of a dimension always sum to the total of the day (dimension 0): rare values are
-- counted as '(other)'.
create table traffic_days (
  dimension smallint not null,
  day date not null,
  value_id integer not null references traffic_values,
  visits integer not null default 0,
  visitors integer not null default 0,
  new_visitors integer not null default 0,
  views integer not null default 0,
  events integer not null default 0,
  bounces integer not null default 0,
  seconds bigint not null default 0,
  primary key (dimension, day, value_id)
);
create table traffic_hours (
  hour timestamptz primary key,
  visits integer not null default 0,
  visitors integer not null default 0,
  new_visitors integer not null default 0,
  views integer not null default 0,
  events integer not null default 0,
  bounces integer not null default 0,
  seconds bigint not null default 0
);
-- How far raw rows are counted.
create table traffic_progress (
  one boolean primary key default true check (one),
  view_id bigint not null default 0,
  event_id bigint not null default 0,
  transfer_id bigint not null default 0,
  counted_at timestamptz
);
insert into traffic_progress default values;

-- The browser an order or purchase was placed from, until its visit is found.
create table placed_sales (
  subject text not null,
  at timestamptz not null,
  visitor bytea not null,
  is_known boolean not null
);
create index placed_sales_at on placed_sales (at);
-- Where the buyer of an order or purchase came from.
create table sale_sources (
  subject text primary key,
  at timestamptz not null,
  visit_id bigint,
  source text not null,
  medium text not null,
  campaign text not null,
  first_source text not null,
  first_medium text not null,
  first_campaign text not null,
  country text not null default '',
  device text not null default '',
  -- From the ledger, before tax: paid less refunds, and commissions. Null while nothing is paid.
  currency text,
  net_minor bigint not null default 0,
  commission_minor bigint not null default 0
);
create index sale_sources_at on sale_sources (at);
create index sale_sources_unpaid on sale_sources (subject) where currency is null;

create table traffic_goals (
  id integer generated always as identity primary key,
  name text not null,
  -- A path ('/checkout/*' with anything behind it), or the name of an event.
  kind text not null check (kind in ('path', 'event')),
  pattern text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  constraint traffic_goals_name unique (name)
);
create table traffic_annotations (
  id integer generated always as identity primary key,
  day date not null,
  text text not null,
  written_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
create index traffic_annotations_day on traffic_annotations (day);
