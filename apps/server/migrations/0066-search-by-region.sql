-- A reader looks for what their region has: where most of the catalogue is another's, that part costs them nothing.
create index makes_regions on makes using gin (regions);

-- Where a model is found, kept beside its words so that one index answers for both: the regions it shares with its make.
create function regions_found(wanted integer) returns smallint[] language sql stable as $$
  select array(select r from unnest(o.regions) r where r = any(m.regions) order by r)
    from models o join makes m on m.id = o.make_id where o.id = wanted
$$;
alter table model_search add column regions smallint[] not null default '{}';
update model_search set regions = regions_found(model_id);
drop index model_search_words;
create index model_search_words on model_search using gin (regions, words gin_trgm_ops);

create function model_search_takes_regions() returns trigger language plpgsql as $$
begin
  new.regions := coalesce(regions_found(new.model_id), '{}');
  return new;
end $$;
create trigger model_search_takes_regions before insert on model_search
  for each row execute function model_search_takes_regions();

create function model_search_follows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'models' then
    update model_search set regions = regions_found(model_id) where model_id = new.id;
  else
    update model_search set regions = regions_found(model_id)
      where model_id in (select id from models where make_id = new.id);
  end if;
  return null;
end $$;
create trigger model_search_follows_model after update of regions, make_id on models
  for each row when (old.regions is distinct from new.regions or old.make_id <> new.make_id)
  execute function model_search_follows();
create trigger model_search_follows_make after update of regions on makes
  for each row when (old.regions is distinct from new.regions) execute function model_search_follows();
