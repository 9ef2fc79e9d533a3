-- How prominent a make is in lists for visitors. Hidden makes are found by search and by address only.
alter table makes add column prominence text not null default 'listed'
  check (prominence in ('popular', 'listed', 'hidden'));

-- Former slugs of makes, for redirects.
create table make_aliases (
  slug text primary key,
  make_id integer not null references makes on delete cascade
);
create index make_aliases_make on make_aliases (make_id);

-- Other names of models: as imported tables spell them, or former ones. The slugs are those of the address with that name, whose
-- make may be another one. Used for redirects, and as words for search.
create table model_aliases (
  make_slug text not null,
  slug text not null,
  name text not null,
  model_id integer not null references models on delete cascade,
  primary key (make_slug, slug)
);
create index model_aliases_model on model_aliases (model_id);

-- What imported tables say of a vehicle and its name does not.
alter table vehicles
  add column source_names text[] not null default '{}',
  add column trims text[] not null default '{}',
  add column bodies text[] not null default '{}',
  add column drives text[] not null default '{}';

-- The union of two short lists, in the order of first appearance.
create function merged_list(a text[], b text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(item order by at), '{}') from (
    select item, min(at) as at from unnest(a || b) with ordinality x (item, at) group by item
  ) items
$$;

-- A changed slug leaves a redirect behind.
create function keep_make_alias() returns trigger language plpgsql as $$
begin
  delete from make_aliases where slug = new.slug;
  insert into make_aliases (slug, make_id) values (old.slug, new.id) on conflict (slug) do update set make_id = excluded.make_id;
  return null;
end $$;
create trigger keep_make_alias after update of slug on makes
  for each row when (old.slug <> new.slug) execute function keep_make_alias();

create function keep_model_alias() returns trigger language plpgsql as $$
begin
  insert into model_aliases (make_slug, slug, name, model_id)
    select m.slug, old.slug, old.name, new.id from makes m where m.id = old.make_id
    on conflict (make_slug, slug) do update set model_id = excluded.model_id, name = excluded.name;
  return null;
end $$;
create trigger keep_model_alias after update of slug on models
  for each row when (old.slug <> new.slug) execute function keep_model_alias();
