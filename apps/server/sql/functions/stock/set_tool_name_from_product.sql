-- One name for both: a tool has the name of its product.
create or replace function set_tool_name_from_product() returns trigger language plpgsql as $$
begin
  new.name := coalesce((select p.name from products p where p.slug = new.product_slug), new.name);
  return new;
end $$;
