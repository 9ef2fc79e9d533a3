-- Gives back one use of each sale and code; the opposite of take_discount_uses.
create or replace function free_discount_uses(discounts jsonb) returns void language plpgsql as $$
begin
  update sales s set uses = uses - 1 from jsonb_array_elements(discounts) d where d ->> 'id' = 'sale:' || s.id and s.uses > 0;
  update discount_codes c set uses = uses - 1 from jsonb_array_elements(discounts) d where d ->> 'id' = 'code:' || c.id and c.uses > 0;
end $$;
