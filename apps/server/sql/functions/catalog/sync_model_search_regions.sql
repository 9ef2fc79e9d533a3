-- Updates the regions in the search index when those of a model or of its make change.
create or replace function sync_model_search_regions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'models' then
    update model_search set regions = regions_found(model_id) where model_id = new.id;
  else
    update model_search set regions = regions_found(model_id)
      where model_id in (select id from models where make_id = new.id);
  end if;
  return null;
end $$;
