-- A refused card: the uses are free until the payer tries again.
create or replace function release_order_codes(which integer) returns void language plpgsql as $$
declare
  discounts jsonb;
begin
  update orders o set codes_taken = false where o.id = which and o.codes_taken and o.state = 'pending_payment'
    returning o.discounts into discounts;
  if found then perform free_discount_uses(discounts); end if;
end $$;
