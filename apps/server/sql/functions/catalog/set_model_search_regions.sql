-- A new row of the search index gets the regions of its model.
create or replace function set_model_search_regions() returns trigger language plpgsql as $$
begin
  new.regions := coalesce(regions_found(new.model_id), '{}');
  return new;
end $$;
