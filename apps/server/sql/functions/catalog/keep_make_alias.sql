-- A changed slug leaves a redirect behind.
create or replace function keep_make_alias() returns trigger language plpgsql as $$
begin
  delete from make_aliases where slug = new.slug;
  insert into make_aliases (slug, make_id) values (old.slug, new.id) on conflict (slug) do update set make_id = excluded.make_id;
  return null;
end $$;
