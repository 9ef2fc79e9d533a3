-- Cached responses of the catalogue contain product slugs, so both changes invalidate them.
create or replace function copy_product_name_to_tool() returns trigger language plpgsql as $$
begin
  update tools set name = new.name where product_slug = new.slug and name <> new.name;
  if exists (select from tools where new.slug in (product_slug, rental_slug, loan_slug)) then
    insert into area_versions (area) values ('catalog') on conflict (area) do update set version = area_versions.version + 1;
    perform pg_notify('area_versions', 'catalog');
  end if;
  return null;
end $$;
