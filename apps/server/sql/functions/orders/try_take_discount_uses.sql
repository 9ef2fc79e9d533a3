-- Counts the uses, or returns false and counts none.
create or replace function try_take_discount_uses(discounts jsonb) returns boolean language plpgsql as $$
begin
  perform take_discount_uses(discounts);
  return true;
exception when sqlstate 'TP003' then
  return false;
end $$;
