-- A changed slug leaves a redirect behind, like that of a make.
create or replace function keep_model_alias() returns trigger language plpgsql as $$
begin
  insert into model_aliases (make_slug, slug, name, model_id)
    select m.slug, old.slug, old.name, new.id from makes m where m.id = old.make_id
    on conflict (make_slug, slug) do update set model_id = excluded.model_id, name = excluded.name;
  return null;
end $$;
