create or replace function model_search_takes_regions() returns trigger language plpgsql as $$
begin
  new.regions := coalesce(regions_found(new.model_id), '{}');
  return new;
end $$;
