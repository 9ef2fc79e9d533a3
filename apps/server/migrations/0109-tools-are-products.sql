-- A tool of the catalogue is a product of the store: where it is bought, rented and lent.
alter table tools
  add column product_slug text references products (slug) on update cascade on delete set null,
  add column rental_slug text references products (slug) on update cascade on delete set null,
  add column loan_slug text references products (slug) on update cascade on delete set null;
create index tools_product on tools (product_slug);
create index tools_rental on tools (rental_slug);
create index tools_loan on tools (loan_slug);

-- One name for both: a tool has the name of its product.
create function tool_takes_product_name() returns trigger language plpgsql as $$
begin
  new.name := coalesce((select p.name from products p where p.slug = new.product_slug), new.name);
  return new;
end $$;
create trigger tool_takes_product_name before insert or update of name, product_slug on tools
  for each row when (new.product_slug is not null) execute function tool_takes_product_name();

-- Kept answers of the catalogue name products by slug, so both changes reach them.
create function product_names_tool() returns trigger language plpgsql as $$
begin
  update tools set name = new.name where product_slug = new.slug and name <> new.name;
  if exists (select from tools where new.slug in (product_slug, rental_slug, loan_slug)) then
    insert into area_versions (area) values ('catalog') on conflict (area) do update set version = area_versions.version + 1;
    perform pg_notify('area_versions', 'catalog');
  end if;
  return null;
end $$;
create trigger product_names_tool after update of name, slug on products
  for each row when (old.name <> new.name or old.slug <> new.slug) execute function product_names_tool();
