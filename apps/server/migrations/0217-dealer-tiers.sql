-- A group of dealers with the same percentage off list prices, and text about its terms.
create table dealer_tiers (
  id integer generated always as identity primary key,
  name text not null,
  tunes_percent numeric(5, 2) not null check (tunes_percent between 0 and 100),
  products_percent numeric(5, 2) not null check (products_percent between 0 and 100),
  terms text not null default '',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dealer_tiers_name on dealer_tiers (lower(name));

alter table dealers add column tier_id integer references dealer_tiers;
create index dealers_tier on dealers (tier_id) where tier_id is not null;
