-- A list with its filters, order and columns, saved under a name by a person.
create table list_views (
  id integer generated always as identity primary key,
  owner_id integer not null references users on delete cascade,
  list text not null,
  name text not null,
  -- As in the address of the list.
  query text not null,
  -- Columns that were turned on or off, by their names.
  columns jsonb not null default '{}',
  -- Other staff see it too.
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_views_name on list_views (owner_id, list, lower(name));
create index list_views_shared on list_views (list) where shared;

-- The view a list opens with, one per person and list.
create table list_view_defaults (
  user_id integer not null references users on delete cascade,
  list text not null,
  view_id integer not null references list_views on delete cascade,
  primary key (user_id, list)
);
create index list_view_defaults_view on list_view_defaults (view_id);
