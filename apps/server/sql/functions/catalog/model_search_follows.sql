create or replace function model_search_follows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'models' then
    update model_search set regions = regions_found(model_id) where model_id = new.id;
  else
    update model_search set regions = regions_found(model_id)
      where model_id in (select id from models where make_id = new.id);
  end if;
  return null;
end $$;
